# pm-agent with git, bubblewrap and Node.
#   docker build --tag pm-agent .
#   docker run --rm pm-agent                                    the demo
#   docker run --rm --security-opt seccomp=unconfined --volume "$PWD:/repo" --user "$(id -u):$(id -g)" pm-agent run --ci
# Without the seccomp option the container has no user namespaces, and pm-agent says that there is no sandbox.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci && npm pack && mv pm-agent-*.tgz /pm-agent.tgz

FROM node:24-bookworm-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends bubblewrap ca-certificates git \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /pm-agent.tgz /tmp/
RUN npm install --global /tmp/pm-agent.tgz && rm /tmp/pm-agent.tgz
ENV HOME=/tmp/home
RUN mkdir --mode=1777 /tmp/home && git config --system --add safe.directory /repo
WORKDIR /repo
USER node
ENTRYPOINT ["pm-agent"]
CMD ["demo"]
