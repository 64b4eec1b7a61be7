# Writes the host and the password of the environment where PgBouncer reads them, and starts PgBouncer.
set -eu
umask 077
printf '"waymark" "%s"\n' "$POSTGRES_PASSWORD" > /tmp/users
sed "s/host=db/host=$DATABASE_HOST/" /pgbouncer.ini > /tmp/pgbouncer.ini
exec pgbouncer /tmp/pgbouncer.ini
