import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '@/api/api.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import type { PlatformCommands } from '@/domain/platform/platform-commands.ts'
import { useNewApplication, type NewApplicationForm } from '@/features/fleets/create/use-new-application.ts'
import { paths } from '@/lib/paths.ts'
import { fleetCreateText } from '@/messages/fleets/fleet-create.ts'
import { deployText as text } from '@/messages/fleets/fleet-deploy.ts'
import { announce } from '@/ui/feedback/announcements.ts'
import { deployCommands } from './deploy-commands.ts'
import { storedDeployment } from './deploy-configuration.ts'
import { deployTargetsQuery, type DeployTarget } from './deploy.queries.ts'
import { nothingDone, runDeploy, type DeployInto, type DeployOrder, type DeployStep } from './run-deploy.ts'
import { useDeploySource, type DeploySourceForm } from './use-deploy-source.ts'

export const targetKinds = ['new', 'existing'] as const
export type TargetKind = (typeof targetKinds)[number]

export interface DeploymentOptions {
  fleetClass: FleetClass
  /** Preselected if the dialog is opened on its page. */
  organization?: number | undefined
  /** Id of the preselected target; null for a new one. */
  into: number | null
}

/** State of the deployment form and its run. Completed steps are not repeated after a failure. */
export function useDeployment({ fleetClass, organization, into }: DeploymentOptions) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const deploy = useDeploySource()
  const { source, configuration } = deploy
  const form = useNewApplication(fleetClass, {
    organization,
    name: source?.contract?.name ?? null,
    deviceType: configuration.defaultDeviceType,
    deviceTypes: source?.contract?.supportedDeviceTypes ?? [],
  })
  const [chosenKind, setTargetKind] = useState<TargetKind>()
  const [chosen, setChosen] = useState(into)
  const [wantsVariables, setWantsVariables] = useState(true)
  const [step, setStep] = useState<DeployStep>()
  const [createdTarget, setCreatedTarget] = useState<CreatedTarget>()
  const done = useRef(nothingDone())
  const { data: targets } = useQuery(deployTargetsQuery(fleetClass))

  const { administersNothing } = form
  const targetKind = chosenKind ?? (into !== null || administersNothing ? 'existing' : 'new')
  const existing = targets?.find(({ id }) => id === chosen)
  const order = targetOf({ targetKind, createdTarget, existing, form })
  const needed = [
    ...(configuration.configVariables.length > 0 ? (['config'] as const) : []),
    ...(configuration.environmentVariables.length > 0 ? (['environment'] as const) : []),
  ]
  const whyNoVariables =
    targetKind === 'existing' && existing !== undefined
      ? needed
          .map((kind) => whyNotAllowed(existing.role, `resin.application_${kind}_variable.create`))
          .find((reason) => reason !== undefined)
      : undefined
  const withVariables = wantsVariables && whyNoVariables === undefined
  const variables = withVariables ? configuration : { configVariables: [], environmentVariables: [] }

  function reason(): string | undefined {
    if (!api().features.builds) return text.noBuilder
    if (deploy.isChanged && deploy.typed.trim() !== '') return text.readAnew
    if (source === undefined) return text.readFirst
    if (createdTarget !== undefined) return undefined
    if (targetKind === 'existing') {
      return existing === undefined
        ? text.chooseExisting(fleetClass)
        : whyNotAllowed(existing.role, 'resin.application.push')
    }
    if (administersNothing) return fleetCreateText.onlyAdministrators(fleetClass)
    return form.complete === undefined ? fleetCreateText.missing : form.problem
  }

  return {
    deploy,
    form,
    targetKind,
    setTargetKind,
    chosen,
    setChosen,
    variables: { checked: withVariables, setChecked: setWantsVariables, reason: whyNoVariables },
    /** The current step. */
    step,
    /** Set if the application was created before a later step failed. */
    createdTarget,
    reason: reason(),
    commands:
      source && order && commandsOf({ source, variables, into: order, form, createdTarget, existing }),
    async submit() {
      if (order === undefined || source === undefined) return
      try {
        const request = { fleetClass, into: order, variables, tarballUrl: source.tarballUrl }
        const { application, release } = await runDeploy(request, done.current, setStep)
        form.finish()
        storedDeployment.set(null)
        announce(text.started(createdTarget?.name ?? existing?.name ?? form.complete?.name ?? ''))
        await navigate(paths.deployment(application, fleetClass, release))
      } catch (error) {
        const { application } = done.current
        if (application !== null && order.kind === 'new') {
          setCreatedTarget({
            id: application,
            name: order.application.name,
            owner: form.organization?.handle ?? '',
          })
        }
        throw error
      } finally {
        setStep(undefined)
        void queries.invalidateQueries({ queryKey: ['application'] })
      }
    },
    /** Restarts with the same project as another class. */
    async switchTo(other: FleetClass) {
      storedDeployment.set(configuration)
      await navigate(paths.deployApplication(other), { replace: true })
    },
  }
}

interface CreatedTarget {
  id: number
  name: string
  /** Handle of its organization. */
  owner: string
}

interface Chosen {
  createdTarget: CreatedTarget | undefined
  existing: DeployTarget | undefined
  form: NewApplicationForm
}

function targetOf({
  targetKind,
  createdTarget,
  existing,
  form,
}: Chosen & { targetKind: TargetKind }): DeployInto | undefined {
  if (createdTarget !== undefined) return { kind: 'existing', id: createdTarget.id }
  if (targetKind === 'existing') return existing && { kind: 'existing', id: existing.id }
  return form.complete && { kind: 'new', application: form.complete }
}

interface CommandsOf extends Chosen {
  source: NonNullable<DeploySourceForm['source']>
  variables: DeployOrder['variables']
  into: DeployInto
}

function commandsOf({
  source,
  variables,
  into,
  form,
  createdTarget,
  existing,
}: CommandsOf): PlatformCommands {
  if (into.kind === 'new') {
    const owner = form.organization?.handle ?? ''
    const names = { organization: owner, deviceType: form.type?.slug ?? '' }
    const created = { application: into.application, names }
    return deployCommands({ source, variables, owner, app: into.application.name, id: null, created })
  }
  const owner = createdTarget?.owner ?? existing?.slug.split('/')[0] ?? ''
  const app = createdTarget?.name ?? existing?.name ?? ''
  return deployCommands({ source, variables, owner, app, id: into.id })
}
