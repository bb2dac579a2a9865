import BarChartOutlined from '@mui/icons-material/BarChartOutlined'
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Tooltip from '@mui/material/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { numero, resumido, valor } from '#web/ui/formatos.ts'
import { Quadro } from '#web/ui/Quadro.tsx'
import { graficoMensalQuery } from './dashboard.api.ts'
import { GraficoMensal, Legenda, mesCurto, mesInteiro } from './GraficoMensal.tsx'

type Meses = Resposta<'GET /api/admin/dashboard/grafico-mensal'>
const ALTURA = 260

/** The year as a picture or as a table, the same figures in both. */
export function CobradoERecebido() {
  const { data, error, refetch } = useQuery(graficoMensalQuery)
  const [tabela, setTabela] = useState(false)
  const outro = tabela ? 'Ver o gráfico' : 'Ver em tabela'
  return (
    <Quadro
      titulo="Cobrado e recebido por mês"
      legenda={data && resumo(data)}
      acao={
        <Tooltip title={outro}>
          <IconButton aria-label={outro} onClick={() => setTabela(!tabela)}>
            {tabela ? <BarChartOutlined sx={{ fontSize: 20 }} /> : <TableRowsOutlined sx={{ fontSize: 20 }} />}
          </IconButton>
        </Tooltip>
      }
    >
      <Box sx={{ px: tabela ? 0 : 5, pt: 2, pb: tabela ? 0 : 3, minHeight: ALTURA }}>
        {error && !data ? (
          <ErrorState titulo="Não foi possível abrir o gráfico" erro={error} aoTentar={() => void refetch()} />
        ) : !data ? (
          <Skeleton variant="rounded" height={ALTURA - 20} />
        ) : tabela ? (
          <TabelaDosMeses meses={data} />
        ) : (
          <>
            <Legenda />
            <GraficoMensal meses={data} />
          </>
        )}
      </Box>
    </Quadro>
  )
}

function resumo(meses: Meses): string {
  const corrente = meses.at(-1)
  if (!corrente) return ''
  const { mes, cobrado, recebido } = corrente
  return `em reais · ${mesInteiro(mes)} até hoje: ${resumido(cobrado)} cobrados, ${resumido(recebido)} recebidos`
}

function TabelaDosMeses({ meses }: { meses: Meses }) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Tabela por mês">
      <Table size="small" aria-label="Cobrado e recebido por mês">
        <TableHead>
          <TableRow sx={{ height: 40 }}>
            {['Mês', 'Cobrado', 'Recebido', 'Enviadas', 'Recebidas'].map((nome, i) => (
              <TableCell key={nome} align={i ? 'right' : 'left'} sx={i ? undefined : { pl: 5 }}>
                {nome}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {[...meses].reverse().map((mes) => (
            <TableRow key={mes.mes} sx={{ height: 32, '&:last-child td, &:last-child th': { border: 0 } }}>
              <TableCell component="th" scope="row" sx={{ pl: 5, whiteSpace: 'nowrap' }}>
                {mesCurto(mes.mes)}/{mes.mes.slice(0, 4)}
              </TableCell>
              <TableCell align="right">{valor(mes.cobrado)}</TableCell>
              <TableCell align="right">{valor(mes.recebido)}</TableCell>
              <TableCell align="right">{numero(mes.enviadas)}</TableCell>
              <TableCell align="right">{numero(mes.recebidas)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
