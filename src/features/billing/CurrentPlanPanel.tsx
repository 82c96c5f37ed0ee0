import { useQuery } from '@tanstack/react-query'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { FREE_PLAN, freeAllowanceQuery } from '@/domain/billing/free-allowance.ts'
import { formatDay } from '@/lib/format.ts'
import { formatCents } from '@/lib/money.ts'
import { paths } from '@/lib/paths.ts'
import { billingText as text, planText } from '@/messages/billing/billing.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { currentPlan, whyNotFree } from './plan-change.ts'
import { isDeviceBased, planDetails, priceOf } from './plan-facts.ts'
import { PlanLogo } from './PlanLogo.tsx'
import { plansQuery } from './plans.queries.ts'
import { QueryPanel } from './QueryPanel.tsx'
import type { Proposal } from './use-plan-flow.ts'
import styles from './BillingPage.module.css'

export interface CurrentPlanPanelProps {
  organization: number
  /** Called to move to the free plan; asks for confirmation. */
  onCancel: (proposal: Proposal) => void
}

/** The current plan, what it includes, and when it renews. */
export function CurrentPlanPanel({ organization, onCancel }: CurrentPlanPanelProps) {
  const billed = useQuery(billedPlanQuery(organization))
  const { data: plans } = useQuery(plansQuery())
  const { data: allowance } = useQuery(freeAllowanceQuery(organization))
  const blocked = allowance && whyNotFree({ billing_code: FREE_PLAN }, allowance)
  return (
    <QueryPanel
      title={text.currentPlan}
      query={billed}
      failed={text.failedPlan}
      lines={4}
      actions={
        <ButtonLink size="s" to={paths.billing(organization, { part: 'billing-plans' })}>
          {text.changePlan}
        </ButtonLink>
      }
    >
      {(data) => {
        const { plan, cycle, code } = currentPlan(data, plans ?? [])
        const details = plan && planDetails(plan)
        const price = plan && priceOf(plan, cycle)
        const isFree = code === FREE_PLAN
        return (
          <div className={styles.stack}>
            <div className={styles.method}>
              <PlanLogo code={code} />
              <strong className={styles.amount}>{data.title}</strong>
              {!isFree && <Tag>{text.cycles[cycle]}</Tag>}
              {isDeviceBased(code) && <Tag>{text.deviceBased}</Tag>}
            </div>
            <Facts
              columns={2}
              facts={[
                ...(price === undefined
                  ? []
                  : [
                      {
                        label: text.price,
                        value: isFree
                          ? text.noPrice
                          : (cycle === 'annual' ? text.perYear : text.perMonth)(formatCents(price)),
                      },
                    ]),
                ...(details === undefined
                  ? []
                  : [
                      {
                        label: text.includes,
                        value: text.included(text.devices(details.devices), text.members(details.members)),
                      },
                    ]),
                { label: text.support, value: data.support.title },
                ...(data.currentPeriodEndDate === undefined
                  ? []
                  : [{ label: text.renews, value: formatDay(data.currentPeriodEndDate) }]),
              ]}
            />
            {!isFree && plan?.can_self_serve === true && (
              <div className={styles.actions}>
                <Button
                  size="s"
                  variant="quiet"
                  aria-haspopup="dialog"
                  reason={blocked && planText.blocked[blocked]}
                  onClick={() => onCancel({ tier: FREE_PLAN, cycle: 'monthly' })}
                >
                  {text.cancelSubscription}
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </QueryPanel>
  )
}
