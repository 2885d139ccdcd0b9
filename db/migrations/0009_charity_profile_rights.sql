-- What staff keep of a charity is shared by all books, like the register itself, so that no book's connection may write it:
-- another book's people would read it. The registrar's connection is the one that belongs to no book.
grant insert, update on charity_profile to registrar;
