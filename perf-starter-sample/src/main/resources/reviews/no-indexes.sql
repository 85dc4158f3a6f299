drop index if exists films_by_part_of_title;
drop index if exists films_by_year_and_genre;
drop index if exists reviews_by_user;
