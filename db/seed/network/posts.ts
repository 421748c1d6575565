export type DemoPost = {
  /** Position in the list of members. */
  author: number
  language: 'en' | 'kr' | 'cn'
  title: string
  content: string
  tags: string[]
  daysAgo: number
  comments: { author: number; content: string; replies: { author: number; content: string }[] }[]
}

const picture = (name: string, alt: string): string => `<p><img src="/uploads/${name}-960.webp" alt="${alt}" /></p>`

export const demoPosts: DemoPost[] = [
  {
    author: 0,
    language: 'en',
    title: 'A bond service that fits into forty minutes',
    tags: ['bond care', 'timing'],
    daysAgo: 6,
    content: `<p>Clients book the cut and ask for the repair once they sit down. This is how we fit both in without running late.</p>
${picture('bond-rebuilding-serum', 'A dropper bottle of bond serum on stone')}
<h2>Before the shampoo bowl</h2>
<p>Work the serum through <strong>damp, clarified</strong> hair while you consult. It has to sit for ten minutes anyway, so use the time.</p>
<h2>At the shampoo bowl</h2>
<ul><li>Rinse cool, never hot.</li><li>One pump of masque, mid-lengths down.</li><li>Comb once, leave five minutes.</li></ul>
<p>The cut starts right on time. Note the serum on the client card: the second visit takes half as much.</p>`,
    comments: [
      {
        author: 4,
        content: 'We leave the serum on for fifteen minutes on lightened hair. Is ten enough for you?',
        replies: [
          { author: 0, content: 'Ten on anything above level 6, fifteen below. The client card says which.' },
          { author: 12, content: 'Fifteen here too, with a warm towel instead of the dryer.' },
        ],
      },
      { author: 7, content: 'The cool rinse made the difference for us.', replies: [] },
    ],
  },
  {
    author: 5,
    language: 'en',
    title: 'What a quiet treatment room needs, and what it does not',
    tags: ['facial', 'treatment room'],
    daysAgo: 19,
    content: `<p>I moved into a 100-square-foot room in the spring. Half of what I bought never came out of the box.</p>
<h2>It needs</h2>
<ol><li>A lamp that can be pointed at the wall.</li><li>Two carts rather than one large one.</li><li>Towels in the color of the tint you use most.</li></ol>
${picture('ceramide-barrier-cream', 'An open jar of barrier cream in morning light')}
<h2>It does not need</h2>
<p>A second bed “for busy days”. No day is busy enough to fit two people into 100 square feet.</p>`,
    comments: [{ author: 20, content: 'The towels! I had white ones for a year.', replies: [] }],
  },
  {
    author: 9,
    language: 'en',
    title: 'Gel that lasts three weeks begins with dry hands',
    tags: ['gel', 'prep'],
    daysAgo: 47,
    content: `<p>Most lifting we see comes from oil that was there before the base coat. Our steps for every set:</p>
<ol><li>Cuticles first, dust off, no oil yet.</li><li>Dehydrate, wait thirty seconds, and only then prime.</li><li>Thin base, flash cure, then build.</li></ol>
<p style="text-align:center"><em>Oil is the goodbye, not the hello.</em></p>`,
    comments: [
      {
        author: 31,
        content: 'How long do you flash cure with the new lamp?',
        replies: [{ author: 9, content: 'Ten seconds. Twenty with the dark shades.' }],
      },
    ],
  },
  {
    author: 2,
    language: 'en',
    title: 'Counting a year of color waste',
    tags: ['color', 'waste'],
    daysAgo: 120,
    content: `<p>We weighed every bowl before it was rinsed. After a month the answer was clear: a third of what we mixed went down the drain.</p>
<h2>What changed that</h2>
<p>A scale at each station, a recipe on each card, and mixing twice instead of once. Now only eight percent goes down the drain.</p>`,
    comments: [],
  },
  {
    author: 3,
    language: 'kr',
    title: '속눈썹 연장, 오래 유지하는 세 가지 습관',
    tags: ['속눈썹'],
    daysAgo: 11,
    content: `<p>시술은 한 시간이지만 유지는 손님의 습관에 달려 있습니다. 저희가 매번 설명드리는 세 가지입니다.</p>
<h2>세 가지 습관</h2>
<ol><li>첫날은 물과 스팀을 피해 주세요.</li><li>오일 클렌저 대신 폼 클렌저를 쓰세요.</li><li>하루에 한 번, 마른 상태에서 빗어 주세요.</li></ol>
<p>카드에 적어 드리면 재방문 때 리터치 시간이 절반으로 줄어듭니다.</p>`,
    comments: [{ author: 6, content: '카드에 적어 드리는 방법, 저희도 시작했습니다. 감사합니다.', replies: [] }],
  },
  {
    author: 10,
    language: 'kr',
    title: '작은 살롱의 재고 정리법',
    tags: ['재고'],
    daysAgo: 64,
    content: `<p>선반이 두 칸뿐이라면 순서가 중요합니다. 저희는 제품을 서비스별로 묶어 둡니다.</p>
<ul><li>한 서비스에 한 상자.</li><li>마지막 하나를 열면 바로 주문.</li><li>매달 첫 월요일에 유통기한 확인.</li></ul>`,
    comments: [
      {
        author: 3,
        content: '상자에 이름표를 붙이시나요?',
        replies: [{ author: 10, content: '네, 서비스 이름과 주문 수량을 같이 적습니다.' }],
      },
    ],
  },
  {
    author: 8,
    language: 'cn',
    title: '敏感肌护理：少一步，更安心',
    tags: ['敏感肌'],
    daysAgo: 15,
    content: `<p>敏感肌的客人常常带着一长串产品来。我们的第一步，是把步骤减到三个。</p>
<h2>三步护理</h2>
<ol><li>温水清洁，不用磨砂。</li><li>一层保湿，等它完全吸收。</li><li>屏障霜薄薄一层，白天加防晒。</li></ol>
<p>两周以后再谈其他产品。多数客人到那时已经不需要了。</p>`,
    comments: [{ author: 14, content: '三步的卡片非常实用，客人也更容易坚持。', replies: [] }],
  },
  {
    author: 13,
    language: 'cn',
    title: '吹风机的温度，比你想的更重要',
    tags: ['吹风'],
    daysAgo: 88,
    content: `<p>我们用温度计量了一个星期。靠近发根时，超过八十度的时间比想象中长得多。</p>
<ul><li>先用毛巾吸干，再开中温。</li><li>保持一掌的距离，一直移动。</li><li>最后一分钟用冷风定型。</li></ul>`,
    comments: [
      {
        author: 8,
        content: '冷风定型之后，卷度能保持多久？',
        replies: [{ author: 13, content: '细发一天，粗发可以两天。' }],
      },
    ],
  },
]
