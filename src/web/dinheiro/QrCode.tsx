import { tracoDoQr } from './tracoDoQr.ts'
import './codigos-pix.css'

/** A QR as the payer's camera reads it: dark on light, whatever the theme. */
export function QrCode({ texto, nome }: { texto: string; nome: string }) {
  const { lado, traco } = tracoDoQr(texto)
  return (
    <svg role="img" aria-label={nome} className="qr-code" viewBox={`0 0 ${lado} ${lado}`} shapeRendering="crispEdges">
      <rect width={lado} height={lado} className="qr-claro" />
      <path d={traco} className="qr-escuro" />
    </svg>
  )
}
