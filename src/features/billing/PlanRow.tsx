import { FREE_PLAN, type FreeAllowance } from '@/domain/billing/free-allowance.ts'
import { formatNumber } from '@/lib/format.ts'
import { formatCents } from '@/lib/money.ts'
import { billingText, planText as text } from '@/messages/billing/billing.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { kindOfChange, whyNotFree, type CurrentPlan, type PlanChangeKind } from './plan-change.ts'
import { monthlyPriceOf, planDetails, tierOf, type Cycle } from './plan-facts.ts'
import { PlanLogo } from './PlanLogo.tsx'
import type { Plan } from './plans.queries.ts'
import type { Proposal } from './use-plan-flow.ts'
import styles from './BillingPage.module.css'

export interface PlanRowProps {
  plan: Plan
  current: CurrentPlan | undefined
  cycle: Cycle
  onChoose: (proposal: Proposal) => void
}

/** A plan with its contents, its monthly price and the button to choose it. */
export function PlanRow({ plan, current, cycle, onChoose }: PlanRowProps) {
  const { columns } = text
  const { devices, members, support } = planDetails(plan)
  const kind = current && kindOfChange(current, { plan, cycle })
  return (
    <tr>
      <th scope="row">
        <span className={styles.plan}>
          <PlanLogo code={plan.billing_code} />
          <span className={styles.lines}>
            <span>{plan.title}</span>
            {tierOf(plan.billing_code) === 'production' && <span className={styles.quiet}>{text.esr}</span>}
          </span>
        </span>
      </th>
      <td data-label={columns.devices}>{formatNumber(devices)}</td>
      <td data-label={columns.members}>{formatNumber(members)}</td>
      <td data-label={columns.support}>{support ?? '–'}</td>
      <td data-align="end">
        <Price plan={plan} cycle={cycle} />
      </td>
      <td data-align="end">
        {kind && <ChooseButton plan={plan} kind={kind} cycle={cycle} onChoose={onChoose} />}
      </td>
    </tr>
  )
}

export interface PlanSentenceProps extends Omit<PlanRowProps, 'cycle'> {
  allowance: FreeAllowance
}

/** A plan without a price to compare: one sentence and the button to choose it. */
export function PlanSentence({ plan, current, allowance, onChoose }: PlanSentenceProps) {
  // Without a price there is no billing cycle to choose.
  const kind = current && kindOfChange(current, { plan, cycle: 'monthly' })
  const isFree = plan.billing_code === FREE_PLAN
  const { devices, members } = planDetails(plan)
  const blocked = kind === 'none' ? undefined : whyNotFree(plan, allowance)
  const describedBy = `plan-${plan.id}`
  return (
    <div className={styles.offer}>
      <p id={describedBy}>
        {isFree ? text.freeSentence(plan.title, devices, members) : text.salesSentence(plan.title)}
        {blocked !== undefined && ` ${text.blocked[blocked]}`}
      </p>
      {kind && (
        <ChooseButton
          plan={plan}
          kind={blocked === undefined ? kind : 'contact-sales'}
          cycle="monthly"
          why={describedBy}
          onChoose={onChoose}
        />
      )}
    </div>
  )
}

/** Monthly price, for an annual plan with the total per year. */
function Price({ plan, cycle }: Pick<PlanRowProps, 'plan' | 'cycle'>) {
  return (
    <span className={styles.lines}>
      <span>{billingText.perMonth(formatCents(monthlyPriceOf(plan, cycle)))}</span>
      {cycle === 'annual' && (
        <span className={styles.quiet}>{text.yearly(formatCents(plan.annual_price))}</span>
      )}
    </span>
  )
}

interface ChooseButtonProps extends Pick<PlanRowProps, 'plan' | 'cycle' | 'onChoose'> {
  kind: PlanChangeKind
  /** The id of the element with further explanations. */
  why?: string
}

function ChooseButton({ plan, kind, cycle, why, onChoose }: ChooseButtonProps) {
  const word = text.choose[kind]
  const name = text.chooseName(word, plan.title)
  if (kind === 'contact-sales') {
    return (
      <ButtonLink size="s" to={billingText.salesUrl} aria-label={name} aria-describedby={why}>
        {word}
      </ButtonLink>
    )
  }
  return (
    <Button
      size="s"
      variant={kind === 'upgrade' ? 'primary' : 'default'}
      aria-label={name}
      aria-haspopup="dialog"
      aria-describedby={why}
      reason={kind === 'none' ? text.isCurrent : undefined}
      onClick={() => onChoose({ tier: plan.billing_code ?? FREE_PLAN, cycle })}
    >
      {word}
    </Button>
  )
}
