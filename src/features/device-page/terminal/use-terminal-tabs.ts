import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '@/api/api.ts'
import { openTerminalSocket } from '@/api/terminal-socket.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { terminalText } from '@/messages/device-page/device.ts'
import type { TerminalNotice } from './terminal-session.ts'
import { TerminalTabs, type TerminalTabsSnapshot } from './terminal-tabs.ts'

/** Notices are dimmer than the output of the shell. */
function noticeLine(notice: TerminalNotice, deviceName: string): string {
  const text =
    notice === 'connecting' ? terminalText.notices.connecting(deviceName) : terminalText.notices[notice]()
  return `\u001b[90m${text}\u001b[39m`
}

/** The terminal sessions of one device. They end when the component unmounts. */
export function useTerminalTabs({ device, situation, services }: DevicePageData): {
  tabs: TerminalTabs
  snapshot: TerminalTabsSnapshot
} {
  const { uuid, device_name: name } = device
  const [tabs] = useState(
    () =>
      new TerminalTabs({
        open: () => {
          const { terminalUrl, token } = api()
          return openTerminalSocket(terminalUrl, uuid, token.get() ?? '')
        },
        token: () => api().token.get(),
        titleOf: (target) => (target.kind === 'host' ? terminalText.host : target.serviceName),
        numbered: terminalText.numbered,
        notice: (notice) => noticeLine(notice, name),
        waiting: (seconds) => terminalText.waiting(name, seconds),
      }),
  )
  useEffect(() => () => tabs.closeAll(), [tabs])
  useEffect(() => tabs.setDeviceOnline(situation.online), [tabs, situation.online])
  useEffect(() => tabs.followInstalls(services), [tabs, services])
  return { tabs, snapshot: useSyncExternalStore(tabs.subscribe, tabs.getSnapshot) }
}
