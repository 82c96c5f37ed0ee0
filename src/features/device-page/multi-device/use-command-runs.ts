import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '@/api/api.ts'
import { openTerminalSocket } from '@/api/terminal-socket.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { hostAccessQuery } from '@/features/device-page/device.queries.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import {
  terminalTarget,
  type HostAccess,
  type TargetChoice,
} from '@/features/device-page/terminal/terminal-target.ts'
import { mapWithLimit } from '@/lib/concurrency.ts'
import { runText } from '@/messages/device-page/multi-device.ts'
import type { RunDevice } from './multi-device.queries.ts'
import { notRun, runCommand, type RunResult } from './run-command.ts'
import { runServices, whyNotRun } from './run-targets.ts'

/** Concurrent shells; the terminal host is shared with other users. */
const MAX_CONCURRENT = 10
/** Update interval of the table; hundreds of output events may arrive per second. */
const UPDATE_INTERVAL_MS = 100

export interface RunRequest {
  command: string
  choice: TargetChoice
  devices: readonly { device: RunDevice; role: Role }[]
}

export interface CommandRuns {
  /** Results of the last run, by UUID. */
  results: ReadonlyMap<string, RunResult>
  running: boolean
  start: (request: RunRequest) => Promise<void>
  /** Cancels the run on one device, or on all. */
  cancel: (uuid?: string) => void
}

/** Runs a command on many devices with limited concurrency. Unmounting cancels the run. */
export function useCommandRuns(): CommandRuns {
  const queries = useQueryClient()
  const [results, setResults] = useState<ReadonlyMap<string, RunResult>>(new Map())
  const [running, setRunning] = useState(false)
  const controllers = useRef(new Map<string, AbortController>())
  const cancel = (uuid?: string) => {
    for (const [of, controller] of controllers.current)
      if (uuid === undefined || uuid === of) controller.abort()
  }
  useEffect(() => {
    const { current } = controllers
    return () => {
      for (const controller of current.values()) controller.abort()
    }
  }, [])

  const mayEnterHost = async (uuid: string): Promise<HostAccess> =>
    (await queries.fetchQuery(hostAccessQuery(uuid))) ? 'allowed' : 'refused'

  const start = async ({ command, choice, devices }: RunRequest) => {
    const now = new Map<string, () => RunResult>(
      devices.map(({ device }) => [device.uuid, () => notRun('waiting')]),
    )
    let drawing: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      drawing = undefined
      setResults(new Map([...now].map(([uuid, read]) => [uuid, read()])))
    }
    const update = (uuid: string, read: () => RunResult) => {
      now.set(uuid, read)
      drawing ??= setTimeout(draw, UPDATE_INTERVAL_MS)
    }
    const put = (uuid: string, result: RunResult) => update(uuid, () => result)
    for (const { device } of devices) controllers.current.set(device.uuid, new AbortController())
    setRunning(true)
    draw()
    const runOne = async ({ device, role }: RunRequest['devices'][number]) => {
      const { uuid } = device
      const signal = controllers.current.get(uuid)?.signal
      if (!signal || signal.aborted) return put(uuid, notRun('cancelled'))
      const hostAccess =
        choice === 'host' && whyNotRun(device, choice, role) === undefined
          ? await mayEnterHost(uuid)
          : 'allowed'
      const reason = whyNotRun(device, choice, role, hostAccess)
      const target = terminalTarget(choice, runServices(device))
      const token = api().token.get()
      if (reason !== undefined || target === null) return put(uuid, notRun('skipped', reason))
      if (token === null) return put(uuid, notRun('failed', runText.problems.unauthorized))
      await runCommand({
        open: () => openTerminalSocket(api().terminalUrl, uuid, token),
        token,
        target,
        command,
        signal,
        onChange: (read) => update(uuid, read),
      })
    }
    await mapWithLimit(devices, runOne, {
      atOnce: MAX_CONCURRENT,
      onOutcome: ({ device }, outcome) => {
        if (!outcome.ok) put(device.uuid, notRun('failed', failureText(outcome.error)))
      },
    })
    clearTimeout(drawing)
    controllers.current.clear()
    draw()
    setRunning(false)
  }
  return { results, running, start, cancel }
}
