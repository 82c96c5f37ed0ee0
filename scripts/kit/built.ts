// Replaces scripts/build.ts in the installed package: its dashboard is already built, for the root of a host.

import { join } from 'node:path'

export const canBuild = false

/** The folder of the built dashboard. */
export const dist = join(import.meta.dirname, '../dashboard')

export const buildStamp = (_folder: string) => ({ sources: '', base: '/' })

export async function buildIfStale(_base?: string): Promise<void> {}
