drop index if exists films_by_title;
drop index if exists reviews_by_user;
