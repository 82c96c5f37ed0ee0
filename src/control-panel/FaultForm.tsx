import { useForm, useWatch } from 'react-hook-form'
import { simulatorText } from '@/messages/simulator.ts'
import { Banner } from '@/ui/Banner.tsx'
import { Button } from '@/ui/Button.tsx'
import { SelectField } from '@/ui/SelectField.tsx'
import { TextField } from '@/ui/TextField.tsx'
import type { Fault } from '../world-door.ts'
import { isRoute } from './fault-list.ts'
import { wholeNumber } from './whole-number.ts'
import styles from './ControlPanel.module.css'

interface FaultDraft {
  route: string
  kind: Fault['kind']
  status: string
  delay: string
  share: string
  times: string
}

const kinds: readonly Fault['kind'][] = ['status', 'latency', 'drop-stream', 'drop-socket', 'network']
const usual: FaultDraft = {
  route: 'GET /v7/*',
  kind: 'status',
  status: '500',
  delay: '2000',
  share: '100',
  times: '',
}

const isWhole = (what: string) => (text: string) =>
  typeof wholeNumber(text) === 'number' || simulatorText.notWhole(what)
const isWholeOrEmpty = (what: string) => (text: string) =>
  wholeNumber(text) !== null || simulatorText.notWhole(what)

/** A fault of one's own. What is wrong with it is said in the form. */
export function FaultForm({ onAdd }: { onAdd: (fault: Fault) => Promise<void> }) {
  const form = useForm<FaultDraft>({ defaultValues: usual })
  const { errors, isSubmitting } = form.formState
  const kind = useWatch({ control: form.control, name: 'kind' })
  const submit = form.handleSubmit(async (draft) => {
    try {
      await onAdd(faultOf(draft))
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
        options={kinds.map((value) => ({ value, label: simulatorText.kinds[value] }))}
        onChange={(value) => form.setValue('kind', value)}
      />
      <div className={styles.pair}>
        {kind === 'status' && (
          <TextField
            label={simulatorText.status}
            inputMode="numeric"
            error={errors.status?.message}
            {...form.register('status', { validate: isWhole(simulatorText.status) })}
          />
        )}
        {kind === 'latency' && (
          <TextField
            label={simulatorText.delay}
            inputMode="numeric"
            error={errors.delay?.message}
            {...form.register('delay', { validate: isWhole(simulatorText.delay) })}
          />
        )}
        <TextField
          label={simulatorText.share}
          inputMode="numeric"
          error={errors.share?.message}
          {...form.register('share', { validate: isWhole(simulatorText.share) })}
        />
        <TextField
          label={simulatorText.times}
          placeholder={simulatorText.timesHint}
          inputMode="numeric"
          error={errors.times?.message}
          {...form.register('times', { validate: isWholeOrEmpty(simulatorText.times) })}
        />
      </div>
      {errors.root?.message && (
        <Banner tone="bad" urgent>
          {errors.root.message}
        </Banner>
      )}
      <Button type="submit" busy={isSubmitting}>
        {simulatorText.addFault}
      </Button>
    </form>
  )
}

function faultOf({ route, kind, status, delay, share, times }: FaultDraft): Fault {
  const count = wholeNumber(times)
  const percent = Math.min(100, wholeNumber(share) ?? 100)
  return {
    route: route.trim(),
    kind,
    ...(kind === 'status' && { status: wholeNumber(status) ?? 500 }),
    ...(kind === 'latency' && { ms: wholeNumber(delay) ?? 0 }),
    ...(percent < 100 && { rate: percent / 100 }),
    ...(typeof count === 'number' && { times: count }),
  }
}
