import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '@/api/api.ts'
import { whyNotAllowed } from '@/domain/fleet-access.ts'
import type { FleetClass } from '@/domain/fleet-class.ts'
import { paths } from '@/lib/paths.ts'
import { fleetCreateText } from '@/messages/fleet-create.ts'
import { deployText as text } from '@/messages/fleet-deploy.ts'
import { Banner } from '@/ui/Banner.tsx'
import { SegmentedControl } from '@/ui/SegmentedControl.tsx'
import { NewApplicationFields } from '../create/NewApplicationFields.tsx'
import { useNewApplication } from '../create/use-new-application.ts'
import { FormDialog } from '../FormDialog.tsx'
import { ContractVariables } from './ContractVariables.tsx'
import styles from './Deploy.module.css'
import { deployCommands } from './deploy-commands.ts'
import { keptDeployment } from './deploy-configuration.ts'
import { deployTargetsQuery } from './deploy.queries.ts'
import { ExistingTarget } from './ExistingTarget.tsx'
import { nothingDone, runDeploy, type DeployInto, type DeployStep } from './run-deploy.ts'
import { SourcePart } from './SourcePart.tsx'
import { useDeploySource } from './use-deploy-source.ts'

const ways = ['new', 'existing'] as const

export interface DeployDialogProps {
  fleetClass: FleetClass
  /** Id of the fleet, app or block to begin with; null for a new one. */
  into: number | null
  onClose: () => void
}

/**
 * Deploys a project from its repository to a new fleet, app or block or to one that is there, then leads to its page,
 * where the build is followed (spec 2 §2, §5).
 */
export function DeployDialog({ fleetClass, into, onClose }: DeployDialogProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const deploy = useDeploySource()
  const { source, configuration } = deploy
  const form = useNewApplication(fleetClass, {
    name: source?.contract?.name ?? null,
    deviceType: configuration.defaultDeviceType,
    deviceTypes: source?.contract?.supportedDeviceTypes ?? [],
  })
  const [chosenWay, setWay] = useState<(typeof ways)[number]>()
  const [chosen, setChosen] = useState(into)
  const [withVariables, setWithVariables] = useState(true)
  const [step, setStep] = useState<DeployStep>()
  const [made, setMade] = useState<{ id: number; name: string }>()
  const done = useRef(nothingDone())
  const { data: targets } = useQuery(deployTargetsQuery(fleetClass))

  const administersNothing = form.organizations.data?.length === 0
  const way = chosenWay ?? (into !== null || administersNothing ? 'existing' : 'new')
  const existing = targets?.find(({ id }) => id === chosen)
  const order: DeployInto | undefined =
    made !== undefined
      ? { kind: 'existing', id: made.id }
      : way === 'existing'
        ? existing && { kind: 'existing', id: existing.id }
        : form.complete && { kind: 'new', wanted: form.complete }
  const needs = configuration.configVariables.length > 0 ? 'config' : 'environment'
  const whyNoVariables =
    way === 'existing' && existing !== undefined
      ? whyNotAllowed(existing.role, `resin.application_${needs}_variable.create`)
      : undefined
  const variables =
    withVariables && whyNoVariables === undefined
      ? configuration
      : { configVariables: [], environmentVariables: [] }

  const submit = async () => {
    if (order === undefined || source === undefined) return
    try {
      const { application, release } = await runDeploy(
        { into: order, variables, tarballUrl: source.tarballUrl },
        done.current,
        setStep,
      )
      keptDeployment.set(null)
      await navigate(paths.deployment(application, fleetClass, release))
    } catch (error) {
      const { application } = done.current
      if (application !== null && form.complete) setMade({ id: application, name: form.complete.name })
      throw error
    } finally {
      setStep(undefined)
      void queries.invalidateQueries({ queryKey: ['application'] })
    }
  }
  const close = () => {
    keptDeployment.set(null)
    if (made === undefined) onClose()
    else void navigate(paths.application(made.id, fleetClass))
  }
  return (
    <FormDialog
      title={text.title(fleetClass)}
      size="m"
      confirmLabel={text.confirm[made === undefined ? way : 'existing']}
      onClose={close}
      reason={whyNotDeploy()}
      commands={commands()}
      onSubmit={submit}
    >
      <SourcePart
        fleetClass={fleetClass}
        form={deploy}
        onClass={(other) => {
          keptDeployment.set(configuration)
          void navigate(paths.deployApplication(other), { replace: true })
        }}
      />
      {made === undefined ? (
        <>
          <SegmentedControl
            label={text.target}
            value={way}
            options={ways.map((value) => ({ value, label: text.targets[value](fleetClass) }))}
            onChange={setWay}
          />
          {way === 'existing' ? (
            <ExistingTarget fleetClass={fleetClass} value={chosen} onChange={setChosen} />
          ) : administersNothing ? (
            <Banner tone="info">{fleetCreateText.onlyAdministrators(fleetClass)}</Banner>
          ) : (
            <NewApplicationFields form={form} />
          )}
        </>
      ) : (
        <Banner tone="info">{text.kept(made.name)}</Banner>
      )}
      <ContractVariables
        configuration={configuration}
        checked={withVariables && whyNoVariables === undefined}
        onChange={setWithVariables}
        reason={whyNoVariables}
        overwrites={way === 'existing' && made === undefined}
      />
      {step && (
        <p role="status" className={styles.step}>
          {told(step)}
        </p>
      )}
    </FormDialog>
  )

  function whyNotDeploy(): string | undefined {
    if (api().data.isOpenBackend) return text.noBuilder
    if (deploy.isChanged && deploy.typed.trim() !== '') return text.readAnew
    if (source === undefined) return text.readFirst
    if (made !== undefined) return undefined
    if (way === 'existing') return existing === undefined ? text.chooseExisting(fleetClass) : undefined
    if (administersNothing) return fleetCreateText.onlyAdministrators(fleetClass)
    return form.complete === undefined ? fleetCreateText.missing : form.problem
  }

  function commands() {
    if (order === undefined || source === undefined) return undefined
    const { organization, type, complete } = form
    if (order.kind === 'new' && complete && organization && type) {
      const names = { organization: organization.handle, deviceType: type.slug }
      const created = { wanted: complete, names }
      return deployCommands({
        source,
        variables,
        owner: organization.handle,
        app: complete.name,
        id: null,
        created,
      })
    }
    const [owner = ''] = existing?.slug.split('/') ?? [organization?.handle]
    const app = existing?.name ?? made?.name ?? ''
    return order.kind === 'existing'
      ? deployCommands({ source, variables, owner, app, id: order.id })
      : undefined
  }
}

function told(step: DeployStep): string {
  switch (step.kind) {
    case 'create':
      return text.steps.create(step.name)
    case 'variables':
      return text.steps.variables(step.done, step.total)
    case 'build':
      return text.steps.build
  }
}
