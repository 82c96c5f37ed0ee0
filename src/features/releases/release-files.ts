import { fileName } from '@/lib/save-file.ts'

/** `docker-compose_{app}_release-{version}.yml`, lowercased. */
export function composeFileName({ app, version }: { app: string; version: string }): string {
  return fileName(`docker-compose_${app}_release-${version}.yml`)
}

/** `{app}_release-log_{service}-{version}.txt`, lowercased. */
export function buildLogFileName(of: { app: string; service: string; version: string }): string {
  return fileName(`${of.app}_release-log_${of.service}-${of.version}.txt`)
}
