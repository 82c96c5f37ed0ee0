import { useEffect, useRef, useState } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import type { DeviceListState } from '@/features/device-list/data/device-list-state.ts'
import { csvText } from '@/lib/csv.ts'
import { saveTextFile } from '@/lib/save-file.ts'
import { readListed } from './read-listed.ts'
import { exportJson, exportTable } from './rows-as-text.ts'

export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export type ExportStage =
  | { kind: 'asking' }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'failed'; reason: string }
  | { kind: 'finished'; count: number; file: string }

export interface ExportOptions {
  fleetId: number
  state: Pick<DeviceListState, 'status' | 'text' | 'sort'>
  columns: readonly DeviceColumn[]
  format: ExportFormat
  /** Without extension. */
  name: string
}

export interface DeviceExport {
  stage: ExportStage
  start: (options: ExportOptions) => Promise<void>
  /** Stops reading without saving a file. */
  stop: () => void
  reset: () => void
}

/** Saves all pages of the list as a file. */
export function useExport(): DeviceExport {
  const [stage, setStage] = useState<ExportStage>({ kind: 'asking' })
  const controller = useRef(new AbortController())
  useEffect(() => () => controller.current.abort(), [])

  return {
    stage,
    async start(options) {
      controller.current = new AbortController()
      const { signal } = controller.current
      try {
        const devices = await readListed(options, signal, (done, total) =>
          setStage({ kind: 'running', done, total }),
        )
        if (signal.aborted) return setStage({ kind: 'asking' })
        const now = api().now()
        const file = `${options.name}.${options.format}`
        const { headers, rows } = exportTable(devices, options.columns, now)
        saveTextFile(
          file,
          options.format === 'csv' ? csvText(headers, rows) : exportJson(devices, options.columns, now),
        )
        setStage({ kind: 'finished', count: devices.length, file })
      } catch (error) {
        setStage(signal.aborted ? { kind: 'asking' } : { kind: 'failed', reason: errorMessage(error) })
      }
    },
    stop: () => controller.current.abort(),
    reset: () => setStage({ kind: 'asking' }),
  }
}
