import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { showFailure, type WorldControl } from '@/control-panel/world-control.ts'
import { fileName, saveTextFile } from '@/lib/save-file.ts'
import { labelled } from '@/messages/common/compose.ts'
import { seeAsText as text } from '@/messages/control-panel/see-as.ts'
import type { DemoUser } from '@/simulation/control-contract.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { readAs, viewAsEach, endSeeAs, roleName, type LookedAt } from './look-as.ts'
import { permissionTable, type Lack } from './page-controls.ts'
import { seenAs } from './seen-as.ts'
import panel from '@/control-panel/ControlPanel.module.css'

const ONESELF = ''

/** Views the page behind the panel as another user, and lists the controls they cannot use. */
export function SeeAsSection({ control, people }: { control: WorldControl; people: readonly DemoUser[] }) {
  const { dashboard } = control
  const [seen] = useStored(seenAs)
  const [busy, setBusy] = useState<string | null>(null)
  const [looked, setLooked] = useState<(LookedAt & { name: string }) | null>(null)
  const run = async (what: string, work: () => Promise<void>) => {
    setBusy(what)
    await work().catch(showFailure)
    setBusy(null)
  }
  const choose = (username: string) => {
    const person = people.find((one) => one.username === username)
    setLooked(null)
    if (person === undefined) return run(text.looking(text.yourself), () => endSeeAs(dashboard))
    return run(text.looking(person.name), async () => {
      const found = await readAs(dashboard, people, person)
      if (found) setLooked({ ...found, name: person.name })
    })
  }
  const save = () =>
    run(text.save, async () => {
      const { page, seen: views } = await viewAsEach(dashboard, people, (person, n) =>
        setBusy(text.saving(person.name, n, people.length)),
      )
      saveTextFile(`${fileName(`${text.file}${page.split('?')[0]}`)}.csv`, permissionTable(page, views))
    })
  const reason = dashboard.session() === null ? text.signedOut : busy === null ? undefined : busy
  return (
    <section className={panel.section} aria-label={text.title}>
      <h3>{text.title}</h3>
      <p className={panel.note}>{text.intro}</p>
      <SelectField
        label={text.person}
        value={seen?.username ?? ONESELF}
        reason={reason}
        options={[
          { value: ONESELF, label: seen === null ? text.yourself : labelled(text.yourself, seen.own.name) },
          ...people.map(({ username, name, role }) => ({
            value: username,
            label: text.option(name, roleName(role)),
          })),
        ]}
        onChange={(username) => void choose(username)}
      />
      <div className={panel.row}>
        {seen !== null && (
          <Button size="s" variant="primary" reason={busy ?? undefined} onClick={() => void choose(ONESELF)}>
            {text.back(seen.own.name)}
          </Button>
        )}
        {seen !== null && (
          <Button size="s" reason={busy ?? undefined} onClick={() => void choose(seen.username)}>
            {text.again}
          </Button>
        )}
        <Button
          size="s"
          reason={reason}
          icon={<IconDownload size={15} aria-hidden="true" />}
          onClick={() => void save()}
        >
          {text.save}
        </Button>
      </div>
      <Status className={panel.note}>{busy}</Status>
      {looked !== null && seen !== null && busy === null && <Found {...looked} />}
    </section>
  )
}

function Found({ name, lacks, otherPage }: LookedAt & { name: string }) {
  if (otherPage !== null) return <Banner tone="warn">{text.otherPage(name, otherPage)}</Banner>
  if (lacks.length === 0) return <Banner tone="ok">{text.nothing(name)}</Banner>
  return (
    <>
      <p className={panel.note}>{text.less(name, lacks.length)}</p>
      <PlainTable label={text.table(name)} stacks>
        <thead>
          <tr>
            <th scope="col">{text.columns.control}</th>
            <th scope="col">{text.columns.state}</th>
            <th scope="col">{text.columns.reason}</th>
          </tr>
        </thead>
        <tbody>
          {lacks.map((lack) => (
            <LackRow key={`${lack.role} ${lack.name}`} lack={lack} />
          ))}
        </tbody>
      </PlainTable>
    </>
  )
}

function LackRow({ lack: { role, name, is, reason } }: { lack: Lack }) {
  return (
    <tr>
      <th scope="row">
        {name} <span className={panel.note}>{role}</span>
      </th>
      <td>{is === 'absent' ? text.absent : text.disabled}</td>
      <td>{is === 'absent' ? text.absentReason : (reason ?? text.noReason)}</td>
    </tr>
  )
}
