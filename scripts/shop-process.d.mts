declare const shopFlags: readonly string[]
declare const shopEnvironment: Readonly<Record<string, string>>

export { shopEnvironment, shopFlags }
