FROM debian:12-slim
RUN apt-get update && apt-get install --yes --no-install-recommends pgbouncer postgresql-client \
  && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini pgbouncer.sh /
USER postgres
EXPOSE 6432
CMD ["sh", "/pgbouncer.sh"]
