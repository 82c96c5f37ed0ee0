import { IconPower } from '@tabler/icons-react'
import { useState } from 'react'
import { powerOnText as text } from '@/messages/control-panel/power-on.ts'
import type { JoinableFleet } from '@/simulation/control-contract.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { AsyncContent } from './AsyncContent.tsx'
import { PowerOnResult, usePowerOn } from './PowerOn.tsx'
import { usePolled } from './use-polled.ts'
import type { WorldControl } from './world-control.ts'
import panel from './ControlPanel.module.css'

export interface PowerOnSectionProps {
  control: WorldControl
  /** Called when the user follows a link to a page behind the panel. */
  onLeave: () => void
}

/** Adds a device to any fleet of the world. */
export function PowerOnSection({ control, onLeave }: PowerOnSectionProps) {
  const { result, again } = usePolled(control, control.client.fleets)
  return (
    <section className={panel.section} aria-label={text.section}>
      <h3>{text.section}</h3>
      <p className={panel.note}>{text.sectionIntro}</p>
      <AsyncContent result={result} onRetry={() => void again()} lines={2}>
        {(fleets) =>
          fleets.length === 0 ? (
            <EmptyState compact title={text.noFleets} />
          ) : (
            <Chooser fleets={fleets} control={control} onLeave={onLeave} />
          )
        }
      </AsyncContent>
    </section>
  )
}

function Chooser({ fleets, control, onLeave }: PowerOnSectionProps & { fleets: readonly JoinableFleet[] }) {
  const [chosen, setChosen] = useState('')
  const slug = fleets.some((fleet) => fleet.slug === chosen) ? chosen : (fleets[0]?.slug ?? '')
  const { stage, press } = usePowerOn(() => control.startDevice({ fleet: slug }))
  return (
    <>
      <SelectField
        label={text.fleet}
        value={slug}
        options={fleets.map((fleet) => ({ value: fleet.slug, label: fleet.slug }))}
        onChange={setChosen}
      />
      <div>
        <Button icon={<IconPower size={16} aria-hidden="true" />} busy={stage.is === 'busy'} onClick={press}>
          {stage.is === 'busy' ? text.busy : text.button}
        </Button>
      </div>
      <PowerOnResult stage={stage} onLeave={onLeave} />
    </>
  )
}
