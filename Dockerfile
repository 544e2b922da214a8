# Judge as an image: the wheel in a virtual environment, a build made beforehand, nobody's rights at run time.
#   docker build -t judge . && docker run --read-only --tmpfs /tmp -p 8000:8000 -v judge-data:/var/lib/judge judge
# The base by tag, until scripts/pin-images has asked a registry for its digest (docs/operating.md).
ARG PYTHON_IMAGE=python:3.11.11-slim-bookworm

FROM ${PYTHON_IMAGE} AS installed
# A release (--build-arg RELEASE=yes) is made from a digest, which nobody can move, or not at all.
ARG PYTHON_IMAGE
ARG RELEASE=
RUN test -z "$RELEASE" || printf %s "$PYTHON_IMAGE" | grep -Eq '@sha256:[0-9a-f]{64}$' || { echo "The base is named by a tag: run scripts/pin-images, or give --build-arg PYTHON_IMAGE=NAME@sha256:…" >&2; exit 1; }
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /source
COPY deploy/requirements.lock deploy/build.lock ./
RUN python -m venv /opt/build && /opt/build/bin/pip install --require-hashes --requirement build.lock \
    && python -m venv /opt/judge && /opt/judge/bin/pip install --require-hashes --requirement requirements.lock
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY judge ./judge
COPY corpus ./corpus
COPY templates ./templates
RUN /opt/build/bin/python -m hatchling build --target wheel --directory /wheel \
    && /opt/judge/bin/pip install --no-deps /wheel/*.whl

FROM ${PYTHON_IMAGE}
ENV PATH=/opt/judge/bin:$PATH JUDGE_DATA=/var/lib/judge PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
RUN groupadd --system --gid 10001 judge \
    && useradd --system --uid 10001 --gid judge --home-dir /var/lib/judge --shell /usr/sbin/nologin judge \
    && install --directory --owner=judge --group=judge /var/lib/judge
COPY --from=installed /opt/judge /opt/judge
USER 10001:10001
RUN ["judge", "build"]
# Builds and the card library. A volume kept from an older image is brought up to date when the server starts.
VOLUME /var/lib/judge
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
ENTRYPOINT ["judge"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--workers", "2"]
