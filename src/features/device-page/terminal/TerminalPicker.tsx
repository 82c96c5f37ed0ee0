import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TerminalTarget } from '@/api/terminal-socket.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { hostAccessQuery } from '@/features/device-page/device.queries.ts'
import { terminalText } from '@/messages/device-page/device.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { preloadTerminalScreen } from './load-terminal-screen.ts'
import {
  asksForHost,
  terminalTarget,
  whyNotStart,
  type HostAccess,
  type TargetChoice,
} from './terminal-target.ts'
import styles from './TerminalDock.module.css'

interface TerminalPickerProps {
  page: DevicePageData
  onStart: (target: TerminalTarget) => void
}

/** Selects the target of a shell, and explains why it cannot be opened. */
export function TerminalPicker({ page, onStart }: TerminalPickerProps) {
  const { device, role, services, situation } = page
  const [choice, setChoice] = useState<TargetChoice>('')
  const { online, localMode } = situation
  const probe = useQuery({
    ...hostAccessQuery(device.uuid),
    enabled: asksForHost(choice, { role, online }),
  })
  const reason = whyNotStart(choice, { role, online, localMode, services, hostAccess: hostAccess(probe) })
  const target = terminalTarget(choice, services)
  return (
    <div className={styles.picker}>
      {!online && <Banner tone="info">{terminalText.reasons.vpn}</Banner>}
      <p>{terminalText.pickerIntro}</p>
      <form
        className={styles.choose}
        onSubmit={(event) => {
          event.preventDefault()
          if (target && reason === undefined) onStart(target)
        }}
      >
        <SelectField<TargetChoice>
          label={terminalText.target}
          hideLabel
          value={choice}
          options={[
            { value: '', label: terminalText.chooseTarget },
            { value: 'host', label: terminalText.host },
            ...services.map(({ name }) => ({ value: `service:${name}` as const, label: name })),
          ]}
          onChange={(next) => {
            setChoice(next)
            if (next !== '') preloadTerminalScreen()
          }}
        />
        <Button type="submit" variant="primary" reason={reason}>
          {terminalText.start}
        </Button>
      </form>
      {choice !== '' && reason !== undefined && (
        <Status as="span" className={styles.reason}>
          {reason}
        </Status>
      )}
      <p className={styles.note}>{terminalText.extensions}</p>
    </div>
  )
}

function hostAccess({ data, isError }: { data: boolean | undefined; isError: boolean }): HostAccess {
  if (data !== undefined) return data ? 'allowed' : 'refused'
  return isError ? 'unknown' : 'checking'
}
