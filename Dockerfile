# One image for every service; docker-compose.yml gives each its command. Node runs the TypeScript as it is.
FROM node:24.21.0-slim AS console

# The page at `/`, with what builds it; only the page is taken along.
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci --ignore-scripts && npm cache clean --force
COPY shared ./shared
COPY cli ./cli
COPY console ./console
COPY scripts/build-console.ts ./scripts/build-console.ts
RUN node scripts/build-console.ts

FROM node:24.21.0-slim

ENV NODE_ENV=production
# As cli/up/supervise.ts has it.
ENV NODE_OPTIONS="--disable-sigusr1 --max-semi-space-size=16" MALLOC_ARENA_MAX=2
WORKDIR /app

COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

COPY domains.bootstrap.json ./
COPY language ./language
COPY shared ./shared
COPY orchestrator ./orchestrator
COPY domains ./domains
COPY cli ./cli
COPY deploy/github-action ./deploy/github-action
COPY --from=console /app/.build/console ./.build/console

# Volumes take their owner from here.
RUN install -d -o node -g node /data
ENV REGENTE_DATA=/data
USER node

EXPOSE 8080
CMD ["node", "orchestrator/main.ts"]
