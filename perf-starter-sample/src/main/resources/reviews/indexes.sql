create extension if not exists pg_trgm;
create index if not exists films_by_part_of_title on films using gin (title gin_trgm_ops);
create index if not exists films_by_year_and_genre on films (released, genre);
create index if not exists reviews_by_user on reviews (user_id);
