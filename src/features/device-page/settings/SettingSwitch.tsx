import { useMutation, useQueryClient } from '@tanstack/react-query'
import { operationCommands } from '@/domain/operations/operation-commands.ts'
import type { OperatedDevice } from '@/domain/operations/operation.ts'
import { operations } from '@/domain/operations/operations.ts'
import { deviceQuery } from '@/features/device-page/device.queries.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { OperationSection, type OperationSectionProps } from '@/features/device-page/OperationSection.tsx'
import { settingsText } from '@/messages/device-page/device-settings.ts'
import { operationText } from '@/messages/operations/operations.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Switch } from '@/ui/form/Switch.tsx'
import styles from './SettingSwitch.module.css'

/** Operations that switch a setting on or off. */
type Toggle = 'enableUrl' | 'disableUrl' | 'enableLocalMode' | 'disableLocalMode'

export interface SettingSwitchProps extends Pick<OperationSectionProps, 'title' | 'blurb' | 'children'> {
  device: OperatedDevice
  label: string
  on: boolean
  turnOn: Toggle
  turnOff: Toggle
  reason: string | undefined
}

/** A setting with two values. If the platform rejects a change, the switch reverts and shows the reason. */
export function SettingSwitch(props: SettingSwitchProps) {
  const { device, label, on, turnOn, turnOff, reason, children, ...section } = props
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async (next: boolean) => {
      const { performance } = operations[next ? turnOn : turnOff]
      if (performance.kind === 'together') await performance.perform([device.id], undefined)
      else await performance.perform(device, undefined, {})
      await queries.invalidateQueries({ queryKey: deviceQuery(device.uuid).queryKey })
    },
    onSuccess: () => showToast({ tone: 'ok', title: operationText.settingChanged, detail: label }),
    onError: (error) =>
      showToast({ tone: 'bad', title: operationText.settingFailed, detail: failureText(error) }),
  })
  const shown = change.isPending ? change.variables : on
  return (
    <OperationSection
      name={turnOn}
      {...section}
      control={
        <Switch
          label={label}
          on={shown}
          text={shown ? settingsText.on : settingsText.off}
          reason={reason}
          onChange={(next) => {
            if (!change.isPending) change.mutate(next)
          }}
        />
      }
    >
      {children}
      {change.isError && (
        <p role="alert" className={styles.failure}>
          {failureText(change.error)}
        </p>
      )}
      <EquivalentCommand {...operationCommands(on ? turnOff : turnOn, [device], undefined)} />
    </OperationSection>
  )
}
