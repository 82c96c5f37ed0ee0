import { fileName } from '@/lib/save-file.ts'

/** `docker-compose_{app}_release-{version}.yml` in lower case. */
export function composeFileName({ app, version }: { app: string; version: string }): string {
  return fileName(`docker-compose_${app}_release-${version}.yml`)
}

/** `{app}_release-log_{service}-{version}.txt` in lower case. */
export function buildLogFileName(of: { app: string; service: string; version: string }): string {
  return fileName(`${of.app}_release-log_${of.service}-${of.version}.txt`)
}
