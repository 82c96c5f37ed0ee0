// Stands in for scripts/build.ts where the package is installed: its dashboard is built already, for the root of a host.
import { join } from 'node:path'

export const canBuild = false

/** Where the built dashboard lies. */
export const dist = join(import.meta.dirname, '../dashboard')

export const stampOf = (_folder: string) => ({ sources: '', base: '/' })

export async function buildIfStale(_base?: string): Promise<void> {}
