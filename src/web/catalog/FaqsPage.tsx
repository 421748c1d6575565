import { useSuspenseQuery } from '@tanstack/react-query'
import { faqsQuery } from './queries.ts'

export default function FaqsPage() {
  const { data: faqs } = useSuspenseQuery(faqsQuery())
  return (
    <>
      <title>Questions and answers</title>
      <h1>Questions and answers</h1>
      {faqs.data.map((faq) => (
        <section key={faq.id}>
          <h2>{faq.question}</h2>
        </section>
      ))}
    </>
  )
}
