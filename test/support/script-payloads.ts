import { containsLink } from '#domain/customers/contains-link.ts'

/** Function that each attempt calls when it executes; the argument identifies the attempt. */
export const CALL = 'ran'

/** `RUN` is replaced by the call, which contains no quotes so that it fits into any attribute. */
type Attempts = readonly string[]

const expand = (list: Attempts, make: (item: string) => string | Attempts): Attempts => list.flatMap(make)

const GIF = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

const scripts: Attempts = [
  '<script>RUN</script>',
  '<SCRIPT>RUN</SCRIPT>',
  '<ScRiPt >RUN</sCrIpT >',
  '<script/x>RUN</script/x>',
  '<script\t>RUN</script\t>',
  '<script\n>RUN</script\n>',
  '<script\f>RUN</script\f>',
  '<script x="</script>">RUN</script>',
  '<script>RUN<!--',
  '<script>RUN//',
  '<script><!--RUN\n-->RUN</script>',
  '<script type=module>RUN</script>',
  '<script type="text/javascript;x">RUN</script><script type=text/javascript>RUN</script>',
  '<script language=javascript>RUN</script>',
  '<script src="data:text/javascript,RUN"></script>',
  '<script/src=data:,RUN></script>',
  '<script defer src=data:text/javascript;base64,B64></script>',
  '<script nonce="" integrity="">RUN</script>',
  '<scr<script>ipt>RUN</scr</script>ipt>',
  '<<script>RUN//<</script>',
  '<script>RUN</script',
  '<svg><script>RUN</script></svg>',
  '<svg><script>&#114;an(NUMBER)</script></svg>',
  '<svg><script href="data:,RUN" /></svg>',
  '<svg><script xlink:href="data:,RUN" /></svg>',
  '<svg><script><![CDATA[RUN]]></script></svg>',
  '<math><script>RUN</script></math>',
  '<math><mtext><script>RUN</script></mtext></math>',
  '<table><script>RUN</script></table>',
  '<select><script>RUN</script></select>',
  '<select><option><script>RUN</script></option></select>',
  '<template><script>RUN</script></template>',
  '<div><template shadowrootmode=open><script>RUN</script></template></div>',
  '<noscript><script>RUN</script></noscript>',
  '<object><script>RUN</script></object>',
  '<video><script>RUN</script></video>',
  '<p><script>RUN</script></p>',
  '<a href="/"><script>RUN</script></a>',
  '<ul><li><script>RUN</script></li></ul>',
  '<h2><script>RUN</script></h2>',
]

/** Elements that run a handler by themselves or on user input. */
const withHandler = (handler: string): Attempts => [
  `<img src=x onerror${handler}>`,
  `<img src=${GIF} onload${handler}>`,
  `<image src=x onerror${handler}>`,
  `<svg onload${handler}></svg>`,
  `<svg><image href=x onerror${handler} /></svg>`,
  `<svg><a><animate onbegin${handler} attributeName=x dur=1s /></a></svg>`,
  `<body onload${handler}>`,
  `<body onpageshow${handler}>`,
  `<video src=x onerror${handler}></video>`,
  `<video><source src=x onerror${handler}></video>`,
  `<audio src=x onerror${handler}></audio>`,
  `<iframe onload${handler}></iframe>`,
  `<object data=x onerror${handler}></object>`,
  `<embed src=x onload${handler}>`,
  `<link rel=stylesheet href=x onerror${handler}>`,
  `<style onload${handler}></style>`,
  `<script src=x onerror${handler}></script>`,
  `<input autofocus onfocus${handler}>`,
  `<textarea autofocus onfocus${handler}></textarea>`,
  `<select autofocus onfocus${handler}></select>`,
  `<details open ontoggle${handler}>x</details>`,
  `<marquee onstart${handler}>x</marquee>`,
  `<a href="/" onclick${handler}>x</a>`,
  `<p onmouseover${handler}>x</p>`,
  `<span style="font-size:12px" onpointerenter${handler}>x</span>`,
  `<h2 tabindex=1 onfocus${handler}>x</h2>`,
  `<li onanimationstart${handler} style="text-align:left">x</li>`,
  `<blockquote oncontentvisibilityautostatechange${handler} style="content-visibility:auto">x</blockquote>`,
  `<img src="/uploads/a-640.webp" onerror${handler}>`,
]

/** Handlers in spellings that a parser accepts and a filter may miss. */
const handlers: Attempts = [
  ...withHandler('=RUN'),
  ...withHandler('="RUN"'),
  ...expand(['=\nRUN', "\t=\t'RUN'", '\f=RUN\f', '="&#114;an(NUMBER)"'], (handler) =>
    withHandler(handler).slice(0, 10),
  ),
  '<img/src=x/onerror=RUN>',
  '<img\nsrc=x\nonerror=RUN\n>',
  '<img\fsrc=x\fonerror=RUN>',
  '<img src=x oNeRrOr=RUN>',
  '<IMG SRC=x ONERROR=RUN//',
  '<img src="x"onerror="RUN">',
  '<img """><script>RUN</script>">',
  '<img src=`x` onerror=RUN>',
  '<img alt="<" src=x onerror=RUN>',
  '<img alt=">" src=x onerror=RUN>',
  '<img src="/uploads/a.png" "onerror=RUN>',
  '<img src=/uploads/a.png"onerror=RUN>',
  "<img src='/uploads/a.png'onerror='RUN'>",
  '<img src=x onerror=RUN alt=',
  '<img src=x onerror=RUN <b>',
  '<img src=x onerror onerror=RUN>',
  '<img src=x x=1 =onerror onerror=RUN>',
  '<img src=x on\u0000error=RUN onerror=RUN>'.replace('\u0000', '\u0001'),
  '<x onclick=RUN>x</x>',
  '<x-y onclick=RUN tabindex=1 autofocus onfocus=RUN>x</x-y>',
  '<p style="text-align:left" onclick=RUN>x</p>',
  '<a href="https://example.com" rel="x" onclick="RUN">x</a>',
  '<form onsubmit=RUN><button>x</button></form>',
  '<isindex type=image src=x onerror=RUN>',
  '<svg><set onbegin=RUN attributeName=x /></svg>',
  '<svg><animate onend=RUN attributeName=x dur=1ms /></svg>',
  '<svg/onload=RUN>',
  '<svg\nonload\n=\nRUN\n>',
  '<svg onload=RUN//',
  '<math onclick=RUN>x</math>',
]

const schemes: Attempts = [
  'javascript:RUN',
  'JaVaScRiPt:RUN',
  ' javascript:RUN',
  '\u0001javascript:RUN',
  'java\tscript:RUN',
  'java\nscript:RUN',
  'javascript\n:RUN',
  '&#106;avascript:RUN',
  '&#x6A;avascript:RUN',
  '&#0000106avascript:RUN',
  'javascript&colon;RUN',
  'java&Tab;script:RUN',
  'java&NewLine;script:RUN',
  'javascript:void RUN',
  'javascript://%0aRUN',
  'javascript:%72an(NUMBER)',
  'vbscript:RUN',
  'data:text/html,<script>RUN</script>',
  'data:text/html;base64,B64',
  'feed:javascript:RUN',
  'view-source:javascript:RUN',
  'https:javascript:RUN',
  '//javascript:RUN',
  '\\javascript:RUN',
]

const urls: Attempts = [
  ...expand(schemes, (scheme) => [`<a href="${scheme}">x</a>`, `<iframe src="${scheme}"></iframe>`]),
  ...expand(schemes.slice(0, 8), (scheme) => [
    `<form action="${scheme}"><button>x</button></form>`,
    `<img src="${scheme}">`,
    `<svg><a xlink:href="${scheme}"><text y=9>x</text></a></svg>`,
  ]),
  '<form><button formaction="javascript:RUN">x</button></form>',
  '<form><input type=submit formaction=javascript:RUN></form>',
  '<form><input type=image src=x formaction=javascript:RUN onerror=RUN></form>',
  '<area href="javascript:RUN">',
  '<map name=m><area shape=default href="javascript:RUN"></map><img usemap=#m src=x>',
  '<embed src="javascript:RUN">',
  '<object data="javascript:RUN"></object>',
  '<object data="data:text/html,<script>parent.RUN</script>"></object>',
  '<svg><a href="javascript:RUN"><text y=9>x</text></a></svg>',
  '<svg><a><animate attributeName=href values=javascript:RUN /><text y=9>x</text></a></svg>',
  '<svg><a><set attributeName=href to=javascript:RUN /><text y=9>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=RUN />#x" /></svg>',
  '<math href="javascript:RUN">x</math>',
  '<math><mi xlink:href="javascript:RUN">x</mi></math>',
  '<base href="javascript:/a/-RUN//"><a href="x">x</a>',
  '<meta http-equiv=refresh content="0;url=javascript:RUN">',
  '<meta http-equiv=refresh content="0;url=data:text/html,<script>RUN</script>">',
  '<link rel=import href="data:text/html,<script>RUN</script>">',
  '<link rel=preload as=script href=x onload=RUN onerror=RUN>',
  '<iframe srcdoc="<script>parent.RUN</script>"></iframe>',
  '<iframe srcdoc="&lt;script&gt;parent.RUN&lt;/script&gt;"></iframe>',
  '<iframe srcdoc="<img src=x onerror=parent.RUN>"></iframe>',
  '<frameset onload=RUN><frame src="javascript:RUN"></frameset>',
  '<img srcset="x" onerror=RUN>',
  '<img srcset="javascript:RUN 1x, x 2x" src=x onerror=RUN>',
  '<picture><source srcset="x"><img onerror=RUN></picture>',
  '<video poster="javascript:RUN" controls></video>',
  '<a href="javascript:RUN" target=_self rel=noopener>x</a>',
  '<a href=javascript:RUN>x</a>',
  "<a href='javascript:RUN'>x</a>",
  '<a href="x" href="javascript:RUN">x</a>',
  '<a HREF="javascript:RUN">x</a>',
  '<a\nhref\n=\n"javascript:RUN">x</a>',
  '[x](javascript:RUN)',
  '![x](javascript:RUN)',
]

const attributeBreakers = [
  '"',
  "'",
  '`',
  '">',
  "'>",
  '`>',
  '"/>',
  '-->',
  '--!>',
  ']]>',
  '?>',
  '*/',
  '%>',
  '}}',
  '\\"',
  "\\'",
]
const closers = expand(
  'title textarea style script noscript noembed noframes iframe xmp select option button template p a table svg math head body html'.split(
    ' ',
  ),
  (tag) => `</${tag}>`,
)
const escapes: Attempts = [
  ...expand(attributeBreakers, (breaker) => [`${breaker}<script>RUN</script>`, `${breaker}<img src=x onerror=RUN>`]),
  ...expand(attributeBreakers.slice(0, 3), (quote) => [
    `${quote} onmouseover=RUN x=${quote}`,
    `${quote} autofocus onfocus=RUN x=${quote}`,
    `${quote}onerror=${quote}RUN`,
    `x${quote} style=${quote}animation-name:x${quote} onanimationstart=${quote}RUN`,
  ]),
  ...expand(closers, (closer) => [`${closer}<script>RUN</script>`, `${closer.toUpperCase()}<img src=x onerror=RUN>`]),
  '</script ><script>RUN</script>',
  '</script/x><script>RUN</script>',
  '</title\n><script>RUN</script>',
  '</style\f><img src=x onerror=RUN>',
]

/** Attempts to break out of a string in a script or in a block of JSON. */
const strings: Attempts = [
  '";RUN;//',
  "';RUN;//",
  '`;RUN;//',
  '\\";RUN;//',
  "\\';RUN;//",
  '"-RUN-"',
  "'-RUN-'",
  '"+RUN+"',
  '"}];RUN;//',
  '"}</script><script>RUN</script>',
  '\\u003c/script\\u003e\\u003cscript\\u003eRUN',
  '\\x3cscript\\x3eRUN\\x3c/script\\x3e',
  '<!--<script>RUN</script>',
  '<!--<script>"</script><script>RUN</script>',
  '<script><!--"<script>"</script><script>RUN</script>',
  '\u2028RUN//',
  '\u2029RUN//',
  '*/RUN/*',
  '\u0024{RUN}',
  '`\u0024{RUN}`',
  '{{RUN}}',
  "{{constructor.constructor('RUN')()}}",
  '#{RUN}',
  '<%= RUN %>',
  '<?= RUN ?>',
  '[[RUN]]',
  '{RUN}',
  '$(RUN)',
  '@RUN',
  '{"__proto__":{"innerHTML":"<img src=x onerror=RUN>"}}',
  '{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=RUN>"}}',
  '{"$$typeof":"Symbol(react.element)","type":"script","props":{"children":"RUN"}}',
]

const BAD_IMAGE = '<img src=x onerror=RUN>'
const rawTextTags = 'title textarea style xmp iframe noembed noframes noscript script plaintext listing'.split(' ')
/** Sanitized text that changes its meaning when parsed again, or under another parent. */
const mutations: Attempts = [
  ...expand(rawTextTags, (tag) => [
    `<${tag}><p title="</${tag}>${BAD_IMAGE}">`,
    `<svg><${tag}><p title="</${tag}>${BAD_IMAGE}">`,
    `<math><${tag}><p title="</${tag}>${BAD_IMAGE}">`,
    `<svg><${tag}>${BAD_IMAGE}</${tag}></svg>`,
    `<math><mtext><${tag}>${BAD_IMAGE}</${tag}></mtext></math>`,
  ]),
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=RUN&gt;">`,
  `<math><mtext><table><mglyph><style><math><img src=x onerror=RUN>`,
  `<form><math><mtext></form><form><mglyph><style></math>${BAD_IMAGE}`,
  `<svg></p><style><a id="</style>${BAD_IMAGE}">`,
  `<svg></br><style><a id="</style>${BAD_IMAGE}">`,
  `<math><annotation-xml encoding="text/html"><style>${BAD_IMAGE}</style></annotation-xml></math>`,
  `<math><annotation-xml encoding="text/html"><xmp><p id="</xmp>${BAD_IMAGE}">`,
  `<svg><foreignObject><p><style><!--</style><a title="-->${BAD_IMAGE}">`,
  `<svg><desc><style><a title="</style>${BAD_IMAGE}">`,
  `<svg><title><style><a title="</style></title>${BAD_IMAGE}">`,
  `<svg><![CDATA[><p title="]]>${BAD_IMAGE}">]]></svg>`,
  `<select><template><style><!--</style><a rel="--></style></template></select>${BAD_IMAGE}">`,
  `<table><td><svg><p><style><a title="</style>${BAD_IMAGE}">`,
  `<p><svg><p><a title="</svg>${BAD_IMAGE}">`,
  `<noscript><style></noscript>${BAD_IMAGE}</style>`,
  `<listing>&lt;img src=x onerror=RUN&gt;</listing>`,
  `<!-->${BAD_IMAGE}-->`,
  `<!--->${BAD_IMAGE}-->`,
  `<!--!>${BAD_IMAGE}-->`,
  `<!---!>${BAD_IMAGE}-->`,
  `<!-- --!>${BAD_IMAGE}-->`,
  `<!- ${BAD_IMAGE}->`,
  `<?${BAD_IMAGE}?>`,
  `<?xml version="1.0"?>${BAD_IMAGE}`,
  `<?xml-stylesheet ><p title="?>${BAD_IMAGE}">`,
  `<![CDATA[>${BAD_IMAGE}]]>`,
  `<!doctype x ${BAD_IMAGE}>${BAD_IMAGE}`,
  `<!x>${BAD_IMAGE}`,
  `</ ${BAD_IMAGE}>`,
  `</3 ${BAD_IMAGE}>`,
  `<%><p title="%>${BAD_IMAGE}">`,
  `<3${BAD_IMAGE}`,
  `<a title="&quot;&gt;&lt;img src=x onerror=RUN&gt;">x</a>`,
  `<a href="&quot;&gt;&lt;img src=x onerror=RUN&gt;">x</a>`,
  `<img alt="&quot;&gt;&lt;img src=x onerror=RUN&gt;" src="/uploads/a.png">`,
  '<img alt="``onerror=RUN" src="/uploads/a.png">',
  `&lt;script&gt;RUN&lt;/script&gt;`,
  `&amp;lt;script&amp;gt;RUN&amp;lt;/script&amp;gt;`,
  `&#60;img src=x onerror=RUN&#62;`,
  `&#x3c;img src=x onerror=RUN&#x3e;`,
  `&LT;img src=x onerror=RUN&GT;`,
  `&lt;img src=x onerror=RUN&gt`,
  `${'<p><span>'.repeat(14)}${BAD_IMAGE}`,
  `${'<b>'.repeat(40)}${BAD_IMAGE}`,
  `<p><p></p>${BAD_IMAGE}</p>`,
  `<a href="/"><a href="/">${BAD_IMAGE}</a></a>`,
  `<ul><p></ul>${BAD_IMAGE}`,
  `<b><p></b>${BAD_IMAGE}</p>`,
]

const styles: Attempts = [
  '<style>@import "javascript:RUN";</style>',
  '<style>@import url(data:text/css,*{x:expression(RUN)});</style>',
  '<style>*{background:url("javascript:RUN")}</style>',
  '<style>@keyframes x{}</style><p style="animation-name:x" onanimationstart=RUN>x</p>',
  '<p style="background:url(javascript:RUN)">x</p>',
  '<p style="width:expression(RUN)">x</p>',
  '<p style="-moz-binding:url(data:text/xml,RUN)">x</p>',
  '<p style="behavior:url(#default#time2)" onbegin=RUN>x</p>',
  '<p style="text-align:left;background:url(javascript:RUN)">x</p>',
  '<p style="text-align:left&quot; onclick=&quot;RUN">x</p>',
  '<span style="font-size:12px;\\62 ackground:url(javascript:RUN)">x</span>',
  '<span style="font-size:12px}</style><script>RUN</script>">x</span>',
  '<span style="font-size:/**/12px;x:&quot;;}</style>">x</span><script>RUN</script>',
  '<link rel=stylesheet href="data:text/css,*{background:url(javascript:RUN)}">',
  '<p style=transition:color.1s tabindex=1 ontransitionend=RUN autofocus>x</p>',
]

/** Names that the page's own scripts might look up (DOM clobbering). */
const clobbers: Attempts = [
  '<form id=document><input name=cookie onfocus=RUN autofocus></form>',
  '<img name=getElementById src=x onerror=RUN>',
  '<a id=personal href=javascript:RUN>x</a>',
  '<script type="application/json" id=hydration>{"answers":{},"publicUrl":"javascript:RUN"}</script>',
  '<script type="application/json" id=personal>{"csrf":"x","cart":null,"user":null}</script><script>RUN</script>',
  '<meta name=csrf-token content=x><img src=x onerror=RUN>',
  '<form><input name=attributes><input onfocus=RUN autofocus></form>',
  '<form onclick=RUN><input name=nodeName><input name=parentNode>x</form>',
  '<form id=a><form id=b><input name=childNodes onfocus=RUN autofocus></form>',
  '<a id=defaultView><a id=defaultView name=x href=javascript:RUN>x</a>',
  '<iframe name=ran srcdoc="<script>parent.RUN</script>"></iframe>',
  '<object id=window data=x onerror=RUN></object>',
]

const characters: Attempts = [
  '＜script＞RUN＜/script＞',
  '<ſcript>RUN</ſcript>',
  '<scrıpt>RUN</scrıpt>',
  '<img src=x οnerror=RUN>',
  '%3Cscript%3ERUN%3C/script%3E',
  '%253Cscript%253ERUN%253C/script%253E',
  '%3Cimg%20src=x%20onerror=RUN%3E',
  '+ADw-script+AD4-RUN+ADw-/script+AD4-',
  '\ufeff<script>RUN</script>',
  '<\u200bscript>RUN</script>',
  '<script\u200b>RUN</script>',
  '\u202e<script>RUN</script>',
  '<\u00adimg src=x onerror=RUN>',
  '<img\u00a0src=x\u00a0onerror=RUN>',
  '<img\u3000src=x onerror=RUN>',
  '<img src=x\u0085onerror=RUN>',
  '<\u0301script>RUN</script>',
  '\\<script>RUN</script>',
  '\ue000csrf\ue000"><script>RUN</script>',
  '<!--personal--><script>RUN</script>',
  '</head><script>RUN</script>',
  '=RUN',
  '=HYPERLINK("javascript:RUN","x")',
]

/** Attempts by class, so that a test can refer to one. */
const classes = { scripts, handlers, urls, escapes, strings, mutations, styles, clobbers, characters }

/** All attempts, each with its own number; none exceeds the length of a name or an address field. */
export const scriptAttempts: readonly string[] = [...new Set(Object.values(classes).flat())].map((text, number) => {
  const run = `${CALL}(${number})`
  const base64 = Buffer.from(text.startsWith('<script') ? run : `<script>${run}</script>`).toString('base64')
  return text.replaceAll('RUN', run).replaceAll('NUMBER', String(number)).replaceAll('B64', base64)
})

/** Attempts that are valid names; the others are refused because names appear in emails to others. */
export const nameAttempts: readonly string[] = scriptAttempts.filter(
  (text) => !/\p{Cc}/u.test(text) && !containsLink(text),
)

/** Packs all attempts, separated, into as few texts of this length as possible. */
export function packAttempts(limit: number, attempts = scriptAttempts): string[] {
  const texts: string[] = []
  for (const attempt of attempts) {
    const joined = `${texts.at(-1) ?? ''} ${attempt.trim()}`
    if (texts.length > 0 && joined.length <= limit) texts[texts.length - 1] = joined
    else texts.push(attempt.trim())
  }
  return texts
}

/** Deals the texts out in turn, so that every text ends up in some field. */
export function roundRobin(texts: readonly string[]) {
  let nextIndex = 0
  return {
    next: () => texts[nextIndex++ % texts.length] as string,
    fields: <Name extends string>(names: readonly Name[]) =>
      Object.fromEntries(names.map((name) => [name, texts[nextIndex++ % texts.length]])) as Record<Name, string>,
    isDone: () => nextIndex >= texts.length,
  }
}
