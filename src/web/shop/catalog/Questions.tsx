import Plus from 'lucide-react/icons/plus'
import type { Faq } from '#contract/content/faqs.ts'

/** Questions that unfold their answers; works without scripts. */
export const Questions = ({ questions }: { questions: readonly Faq[] }) => (
  <div className="border-t border-ink">
    {questions.map((faq) => (
      <details key={faq.id} className="group border-b border-hairline">
        <summary className="flex min-h-14 list-none items-center justify-between gap-6 py-3.5 text-lead font-[520] [&::-webkit-details-marker]:hidden">
          {faq.question}
          <Plus
            size={20}
            strokeWidth={1.6}
            className="shrink-0 transition-transform group-open:rotate-45"
            aria-hidden
          />
        </summary>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server on save */}
        <div className="rich-text styled-text pb-6" dangerouslySetInnerHTML={{ __html: faq.answer_html }} />
      </details>
    ))}
  </div>
)
