import { useForm, useWatch } from 'react-hook-form'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import { faultKinds, faultSpreads, type NewFault } from '@/simulation/control-contract.ts'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { neededNumberNames, draftedFault, usualFault } from './fault-draft.ts'
import type { FaultDraft } from './fault-draft.ts'
import { isRoute } from './fault-list.ts'
import { parseInteger } from './parse-integer.ts'
import styles from './ControlPanel.module.css'

/** The numeric fields of the form, with labels and hints for empty values. */
const numbers = {
  status: { label: simulatorText.status },
  delay: { label: simulatorText.delay },
  longest: { label: panelText.longest },
  bytes: { label: panelText.bytes, hint: panelText.bytesHint },
  length: { label: panelText.length, hint: panelText.lengthHint },
  share: { label: simulatorText.share },
  times: { label: simulatorText.times, hint: simulatorText.timesHint },
} as const

/** A form for a custom fault, with validation. */
export function FaultForm({ onAdd }: { onAdd: (fault: NewFault) => Promise<void> }) {
  const form = useForm<FaultDraft>({ defaultValues: usualFault })
  const { errors, isSubmitting } = form.formState
  const [kind, spread] = useWatch({ control: form.control, name: ['kind', 'spread'] })
  const neededNumbers = neededNumberNames(kind, spread)
  const submit = form.handleSubmit(async (draft) => {
    try {
      await onAdd(draftedFault(draft))
    } catch (error) {
      form.setError('root', { message: error instanceof Error ? error.message : String(error) })
    }
  })
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <span className={styles.label}>{simulatorText.own}</span>
      <TextField
        label={simulatorText.route}
        description={simulatorText.routeHint}
        error={errors.route?.message}
        {...form.register('route', { validate: (route) => isRoute(route) || simulatorText.routeInvalid })}
      />
      <SelectField
        label={simulatorText.kind}
        value={kind}
        options={faultKinds.map((value) => ({ value, label: simulatorText.kinds[value] }))}
        onChange={(value) => form.setValue('kind', value)}
      />
      {kind === 'latency' && (
        <SelectField
          label={panelText.spread}
          value={spread}
          options={faultSpreads.map((value) => ({ value, label: panelText.spreads[value] }))}
          onChange={(value) => form.setValue('spread', value)}
        />
      )}
      <div className={styles.pair}>
        {neededNumbers.map((name) => {
          const { label, ...rest } = numbers[name]
          const mayBeEmpty = 'hint' in rest
          return (
            <TextField
              key={name}
              label={label}
              placeholder={'hint' in rest ? rest.hint : undefined}
              inputMode="numeric"
              error={errors[name]?.message}
              {...form.register(name, {
                shouldUnregister: false,
                validate: (text) => {
                  const number = parseInteger(text)
                  const isGood = mayBeEmpty ? number !== null : typeof number === 'number'
                  return isGood || simulatorText.notWhole(label)
                },
              })}
            />
          )
        })}
      </div>
      <TextField
        label={panelText.devicesOnly}
        description={panelText.devicesHint}
        {...form.register('devices')}
      />
      {errors.root?.message && <ErrorBanner>{errors.root.message}</ErrorBanner>}
      <Button type="submit" busy={isSubmitting}>
        {simulatorText.addFault}
      </Button>
    </form>
  )
}
