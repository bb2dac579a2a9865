import Box from '@mui/material/Box'
import { emReais } from '#domain/dinheiro.ts'
import type { Parcela } from '#domain/negociacao.ts'
import { cor } from '#web/theme.ts'
import { dia, diaDaSemanaCurto, dinheiro, valor } from '#web/ui/formatos.ts'

/** How it will be, instalment by instalment, adding up to the cent. */
export function Cronograma({ parcelas, totalCentavos }: { parcelas: Parcela[]; totalCentavos: number }) {
  return (
    <Box
      component="section"
      aria-label="Como vai ficar"
      sx={{ border: `1px solid ${cor.divider}`, borderRadius: '12px', overflow: 'hidden', flexShrink: 0 }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', px: 4, pt: 3, pb: 1 }}>
        <Box component="h3" sx={{ m: 0, fontSize: 14, fontWeight: 600 }}>
          Como vai ficar
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          {parcelas.length > 0 ? 'a soma fecha no centavo' : 'corrija os campos acima'}
        </Box>
      </Box>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontVariantNumeric: 'tabular-nums',
          '& td, & th': { px: 4, py: 1.25, textAlign: 'left', fontWeight: 400 },
        }}
      >
        <tbody>
          {parcelas.map((parcela) => (
            <tr key={parcela.numero}>
              <Box component="th" scope="row" sx={{ color: 'text.secondary', width: 88 }}>
                {parcela.numero === 0 ? 'Entrada' : `${parcela.numero}ª`}
              </Box>
              <td>
                {dia(parcela.vencimento)}{' '}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {parcela.numero === 0 ? 'hoje' : diaDaSemanaCurto(parcela.vencimento)}
                </Box>
              </td>
              <td style={{ textAlign: 'right' }}>{valor(emReais(parcela.valorCentavos))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Box
            component="tr"
            sx={{
              '& td, & th': { borderTop: `1px solid ${cor.divider}`, pt: 2, pb: 1.5, fontWeight: '600 !important' },
            }}
          >
            <th scope="row" colSpan={2}>
              Valor negociado
            </th>
            <td style={{ textAlign: 'right' }}>{dinheiro(emReais(Math.max(0, totalCentavos)))}</td>
          </Box>
        </tfoot>
      </Box>
    </Box>
  )
}
