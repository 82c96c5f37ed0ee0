import { useNavigate } from 'react-router'
import { NewApplicationFields } from '@/features/fleets/create/NewApplicationFields.tsx'
import { paths } from '@/lib/paths.ts'
import { fleetCreateText } from '@/messages/fleets/fleet-create.ts'
import { deployText as text } from '@/messages/fleets/fleet-deploy.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { useAnnounced } from '@/ui/feedback/use-announced.ts'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { ContractVariables } from './ContractVariables.tsx'
import { storedDeployment } from './deploy-configuration.ts'
import { ExistingTarget } from './ExistingTarget.tsx'
import type { DeployStep } from './run-deploy.ts'
import { SourcePart } from './SourcePart.tsx'
import { targetKinds, useDeployment, type DeploymentOptions } from './use-deployment.ts'
import styles from './Deploy.module.css'

export interface DeployDialogProps extends DeploymentOptions {
  onClose: () => void
}

/** Deploys a project to a new or existing fleet, app or block, then opens its page, which shows the build. */
export function DeployDialog({ onClose, ...options }: DeployDialogProps) {
  const { fleetClass } = options
  const navigate = useNavigate()
  const deployment = useDeployment(options)
  const { deploy, form, targetKind, createdTarget, variables } = deployment
  const { step } = deployment
  // How far it is is not announced.
  useAnnounced(step && stepText(step.kind === 'variables' ? { ...step, done: 0 } : step))
  const close = () => {
    storedDeployment.set(null)
    if (createdTarget === undefined) onClose()
    else void navigate(paths.application(createdTarget.id, fleetClass))
  }
  return (
    <FormDialog
      title={text.title(fleetClass)}
      size="m"
      confirmLabel={text.confirm[createdTarget === undefined ? targetKind : 'existing']}
      onClose={close}
      reason={deployment.reason}
      commands={deployment.commands}
      onSubmit={deployment.submit}
    >
      <SourcePart
        fleetClass={fleetClass}
        form={deploy}
        onClass={(other) => void deployment.switchTo(other)}
      />
      {createdTarget === undefined ? (
        <>
          <SegmentedControl
            label={text.target}
            value={targetKind}
            options={targetKinds.map((value) => ({ value, label: text.targets[value](fleetClass) }))}
            onChange={deployment.setTargetKind}
          />
          {targetKind === 'existing' ? (
            <ExistingTarget
              fleetClass={fleetClass}
              value={deployment.chosen}
              onChange={deployment.setChosen}
            />
          ) : form.administersNothing ? (
            <Banner tone="info">{fleetCreateText.onlyAdministrators(fleetClass)}</Banner>
          ) : (
            <NewApplicationFields form={form} />
          )}
        </>
      ) : (
        <Banner tone="info">{text.kept(createdTarget.name)}</Banner>
      )}
      <ContractVariables
        configuration={deploy.configuration}
        checked={variables.checked}
        onChange={variables.setChecked}
        reason={variables.reason}
        overwrites={targetKind === 'existing' && createdTarget === undefined}
      />
      {step && <p className={styles.step}>{stepText(step)}</p>}
    </FormDialog>
  )
}

function stepText(step: DeployStep): string {
  switch (step.kind) {
    case 'create':
      return text.steps.create(step.name)
    case 'variables':
      return text.steps.variables(step.done, step.total)
    case 'build':
      return text.steps.build
  }
}
