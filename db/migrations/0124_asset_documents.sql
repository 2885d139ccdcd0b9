-- Documents of assets: appraisals, certificates, Forms 8283 (docs/decisions/0085-assets-at-gift-value.md).

alter table document drop constraint document_type_check;
alter table document add constraint document_type_check check (type in ('statement', 'contribution', 'application', 'identity', 'tax',
  'agreement', 'instruction', 'death-certificate', 'asset', 'correspondence', 'other'));
alter table document drop constraint not_for_viewers;
alter table document add constraint not_for_viewers
  check (type not in ('tax', 'application', 'identity', 'asset') or not 'viewer' = any (readers));

-- A document of the account about one line. A contribution that moves to another account takes it along, and the document stays where it
-- was stored.
create table holding_document (
  book book_name not null default book(),
  holding_id uuid not null,
  document_id uuid not null,
  primary key (book, holding_id, document_id),
  foreign key (book, holding_id) references contribution_holding,
  foreign key (book, document_id) references document
);
create index holding_of_document on holding_document (book, document_id);

create function check_holding_document() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  digest bytea;
begin
  -- One upload at a time for each contribution, so that the count holds.
  perform from contribution_holding h join contribution c on c.book = h.book and c.contribution_id = h.contribution_id
    where h.book = new.book and h.holding_id = new.holding_id for update of c;
  select d.sha256 into digest from document d
    where d.book = new.book and d.document_id = new.document_id and d.type = 'asset' and d.state = 'stored'
      and exists (select from contribution_holding h where h.book = d.book and h.holding_id = new.holding_id
        and (h.account_id = d.account_id
          or exists (select from holding_document o where o.book = d.book and o.document_id = d.document_id)));
  if not found then
    raise exception 'the document % is not about an asset of this account', new.document_id
      using errcode = 'integrity_constraint_violation', constraint = 'document_of_asset';
  end if;
  if exists (select from holding_document o join document d on d.book = o.book and d.document_id = o.document_id
      where o.book = new.book and o.holding_id = new.holding_id and d.state = 'stored' and d.sha256 = digest) then
    raise exception 'the asset % has this document', new.holding_id
      using errcode = 'integrity_constraint_violation', constraint = 'document_of_asset_once';
  end if;
  if (select count(*) from holding_document o where o.book = new.book and o.holding_id = new.holding_id) >= 20 then
    raise exception 'the asset % has twenty documents', new.holding_id
      using errcode = 'integrity_constraint_violation', constraint = 'documents_of_asset';
  end if;
  return new;
end $$;
comment on function check_holding_document is
  'an asset has each document once, twenty at most, and only those of its own account or of the one that it moved from';
create trigger check_holding_document before insert on holding_document
  for each row execute function check_holding_document();

alter table holding_document enable row level security;
alter table holding_document force row level security;
create policy book_of_connection on holding_document using (book = book()) with check (book = book());
grant select on holding_document to portal;
grant insert (holding_id, document_id) on holding_document to portal;
