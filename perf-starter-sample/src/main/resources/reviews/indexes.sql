create index if not exists films_by_title on films (title);
create index if not exists reviews_by_user on reviews (user_id);
