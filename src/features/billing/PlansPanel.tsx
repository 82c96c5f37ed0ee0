import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { FREE_ALLOWANCE, FREE_PLAN, freeAllowanceQuery } from '@/domain/billing/free-allowance.ts'
import { billingText, planText as text } from '@/messages/billing/billing.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { Sentence } from '@/ui/display/Sentence.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { currentPlan, type CurrentPlan } from './plan-change.ts'
import { availablePlans, cycleOf, cycles, isEnterprise, type Cycle } from './plan-facts.ts'
import { PlanRow, PlanSentence } from './PlanRow.tsx'
import { plansQuery, type Plan } from './plans.queries.ts'
import { QueryPanel } from './QueryPanel.tsx'
import type { Proposal } from './use-plan-flow.ts'
import { WideTable } from './WideTable.tsx'
import styles from './BillingPage.module.css'

export interface PlansPanelProps {
  organization: number
  onChoose: (proposal: Proposal) => void
}

/** The plans sold online, cheapest first, followed by the free plan and those sold by the sales team. */
export function PlansPanel({ organization, onChoose }: PlansPanelProps) {
  const plans = useQuery(plansQuery())
  const { data: billed } = useQuery(billedPlanQuery(organization))
  const [chosen, setCycle] = useState<Cycle>()
  const cycle = chosen ?? cycleOf(billed?.intervalLength)
  return (
    <QueryPanel
      title={text.title}
      query={plans}
      failed={billingText.failedPlans}
      lines={6}
      flush
      anchor="billing-plans"
      folded="small"
      actions={
        <SegmentedControl
          label={text.cycle}
          size="s"
          value={cycle}
          options={cycles.map((value) => ({ value, label: billingText.cycles[value] }))}
          onChange={setCycle}
        />
      }
      footer={
        <p className={styles.quiet}>
          <Sentence
            of={billingText.terms}
            slots={[
              <a key="agreement" href={billingText.agreementUrl} target="_blank" rel="noreferrer">
                {billingText.agreement}
              </a>,
              <a key="sales" href={`mailto:${billingText.salesContact}`}>
                {billingText.salesContact}
              </a>,
            ]}
          />
        </p>
      }
    >
      {(all) => (
        <PlansTable
          organization={organization}
          plans={all}
          current={billed && currentPlan(billed, all)}
          cycle={cycle}
          onChoose={onChoose}
        />
      )}
    </QueryPanel>
  )
}

interface PlansTableProps extends PlansPanelProps {
  plans: readonly Plan[]
  /** Undefined until loaded; no plan can be chosen before. */
  current: CurrentPlan | undefined
  cycle: Cycle
}

function PlansTable({ organization, plans, current, cycle, onChoose }: PlansTableProps) {
  const time = useTimeSource()
  const { data: allowance } = useQuery(freeAllowanceQuery(organization))
  const { columns } = text
  const shown = availablePlans(plans, time.now())
  const beside = [
    ...plans.filter(({ billing_code }) => billing_code === FREE_PLAN),
    ...plans.filter(isEnterprise),
  ]
  return (
    <>
      <WideTable label={text.table}>
        <TableHead
          columns={[
            columns.plan,
            columns.devices,
            columns.members,
            columns.support,
            { end: columns.price },
            { end: columns.choose },
          ]}
        />
        <tbody>
          {shown.map((plan) => (
            <PlanRow key={plan.id} plan={plan} current={current} cycle={cycle} onChoose={onChoose} />
          ))}
        </tbody>
      </WideTable>
      {beside.map((plan) => (
        <PlanSentence
          key={plan.id}
          plan={plan}
          current={current}
          allowance={allowance ?? UNKNOWN_ALLOWANCE}
          onChoose={onChoose}
        />
      ))}
    </>
  )
}

/** Used until the devices are counted, so that the free plan is offered. The platform checks the limit anyway. */
const UNKNOWN_ALLOWANCE = {
  totalDeviceCount: 0,
  freeDeviceAllowance: FREE_ALLOWANCE,
  hasFrozenFreeDevices: false,
}
