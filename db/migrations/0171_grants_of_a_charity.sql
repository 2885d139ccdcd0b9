-- Staff find the grants of a book by the tax ID of the charity (src/features/grants/all).
create index grant_of_charity_in_book on grant_recommendation (book, charity_id);
