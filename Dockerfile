# Quern as a container: the project (quern.yaml, generated/, .quern/) is mounted at /project. QUERN_PORT sets another port.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY tsconfig.json build.mjs index.ts vite.ts testing.ts ./
COPY cli cli
COPY engines engines
COPY generator generator
COPY server server
COPY explorer explorer
COPY templates templates
RUN npm run -s build:code

FROM node:24-bookworm-slim AS dependencies
WORKDIR /build
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts
# The clients of ClickHouse and BigQuery, and the analyser of sandboxes, are optional peers, which `npm ci` leaves out: here they come
# along, as locked. chdb, another 540 MB, and PGlite only check and test specifications.
RUN --mount=type=cache,target=/root/.npm \
    npm pkg delete devDependencies peerDependencies.chdb peerDependenciesMeta.chdb \
        peerDependencies.@electric-sql/pglite peerDependenciesMeta.@electric-sql/pglite \
    && npm pkg set $(node -p "Object.entries(require('./package.json').peerDependencies).map(([name, range]) => 'dependencies.' + name + '=' + range).join(' ')") \
    && npm install --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /opt/quern
COPY --from=dependencies /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY package.json LICENSE ./
COPY --from=build /build/templates templates
COPY docs docs
COPY endpoints endpoints

WORKDIR /project
USER node
EXPOSE 8383
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.QUERN_PORT || 8383) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/quern/dist/cli/bin.js"]
CMD ["serve", "--host", "0.0.0.0"]
