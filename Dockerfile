# docs/run.md tells how to use the image, and what of it was tried.
ARG NODE=24

FROM node:${NODE}-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The image has the package that `npm pack` makes, with the versions of the lock file. npm does not unpack what its cache has.
RUN npm pack --pack-destination /tmp \
 && mkdir /app \
 && tar --extract --gzip --file /tmp/throughline-*.tgz --directory /app --strip-components 1 \
 && cd /app \
 && npm ci --omit=dev --no-audit --no-fund

# Debian and not Alpine: the event engine needs glibc.
FROM node:${NODE}-bookworm-slim
COPY --from=build /app /app
RUN ln -s /app/bin/throughline.cjs /usr/local/bin/throughline \
 && install --directory --mode 0700 --owner 1000 --group 1000 /data
# The volume has a folder of ours: that of some volumes belongs to root, or has a lost+found.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 THROUGHLINE_DATA_DIR=/data/throughline
WORKDIR /app
# By its number, which Kubernetes can see is not root's. In the base image it is `node`.
USER 1000:1000
VOLUME /data
EXPOSE 8000
# /_health and not /_ready: supervisors replace an unhealthy container, and a start anew helps with none of the reasons of /_ready.
# A start that migrates a large folder listens on no port until it is done.
HEALTHCHECK --interval=30s --timeout=10s --start-period=10m CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/_health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell between: signals reach the server, which is process 1. The stop takes up to 27 seconds: docker stop --time 30.
ENTRYPOINT ["node", "--max-semi-space-size=32", "/app/bin/throughline.cjs"]
CMD ["serve"]
