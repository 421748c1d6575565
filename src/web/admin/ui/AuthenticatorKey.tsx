type AuthenticatorKeyProps = { qr: { size: number; path: string }; secret: string }

/** Authenticator secret, as a QR code and as text. */
export const AuthenticatorKey = ({ qr, secret }: AuthenticatorKeyProps) => (
  <>
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      className="w-48 max-w-full bg-white"
      shapeRendering="crispEdges"
    >
      <path d={qr.path} fill="#000" />
    </svg>
    <code className="rounded-field bg-sunken px-3 py-2 break-all select-all">{secret}</code>
  </>
)
