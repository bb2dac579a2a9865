import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { ResultadoCsv } from '#contract/importacoes.ts'
import { CAUSAS, type Causa, recusaALinha } from '#domain/planilha-causas.ts'
import { cor } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { DownloadOutlined } from '#web/ui/icons/DownloadOutlined.tsx'
import { ExpandMoreOutlined } from '#web/ui/icons/ExpandMoreOutlined.tsx'
import { baixarRecusadas } from './baixarRecusadas.ts'
import { rotuloDoCampo } from './campos.ts'
import { Lista } from './ListaDocumentos.tsx'

type Erro = ResultadoCsv['erros'][number]
const DE_INICIO = 4

/** The rows that stay out, then what alone is left out of rows that come in; one file to mend them all. */
export function ErrosPorCausa({ resultado }: { resultado: ResultadoCsv }) {
  const { causas, total_linhas, importados, atualizados, ignorados } = resultado
  // A line may be wrong in more than one way.
  const recusadas = Math.max(0, total_linhas - importados - atualizados - ignorados)
  const recusas = causas.filter(({ causa }) => recusaALinha(causa))
  const faltas = causas.filter(({ causa }) => !recusaALinha(causa))
  const deixadas = faltas.reduce((soma, { total }) => soma + total, 0)
  return (
    <>
      {recusas.length > 0 && (
        <ListaDeCausas
          titulo={`${plural(Math.max(1, recusadas), 'linha com erro', 'linhas com erro')}, por ${plural(recusas.length, 'causa', 'causas')}`}
          resultado={resultado}
          causas={recusas}
        />
      )}
      {faltas.length > 0 && (
        <ListaDeCausas
          titulo={`O cliente entra, mas ${plural(deixadas, 'dado fica', 'dados ficam')} de fora`}
          resultado={resultado}
          causas={faltas}
        />
      )}
    </>
  )
}

interface ListaProps {
  titulo: string
  resultado: ResultadoCsv
  causas: ResultadoCsv['causas']
}

/** Most frequent cause first, that one open: line, name, the value that does not pass, and what to do. */
const ListaDeCausas = ({ titulo, resultado, causas }: ListaProps) => (
  <Lista
    titulo={titulo}
    total={
      <Button
        sx={{ mr: -3 }}
        startIcon={<DownloadOutlined />}
        onClick={() => void baixarRecusadas(resultado.importacao_id)}
      >
        Baixar para corrigir
      </Button>
    }
  >
    {causas.map(({ causa, total }, indice) => (
      <DaCausa
        key={causa}
        causa={causa}
        total={total}
        erros={resultado.erros.filter((erro) => erro.causa === causa)}
        aberta={indice === 0}
      />
    ))}
  </Lista>
)

interface CausaProps {
  causa: Causa
  total: number
  /** Those of the first thousand errors of the file. */
  erros: Erro[]
  aberta: boolean
}

function DaCausa({ causa, total, erros, aberta }: CausaProps) {
  const [mostrados, setMostrados] = useState(DE_INICIO)
  const { titulo, dica, campo } = CAUSAS[causa]
  return (
    <Accordion
      disableGutters
      elevation={0}
      defaultExpanded={aberta}
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h3' } }}
      sx={{ borderTop: `1px solid ${cor.divider}`, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreOutlined />} sx={{ px: 5, fontSize: 14 }}>
        <Box sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
          <Box
            sx={{ fontSize: 16, fontWeight: 600, minWidth: 40, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
          >
            {numero(total)}
          </Box>
          <Box>
            <Box sx={{ fontWeight: 500 }}>{titulo}</Box>
            <Box sx={{ fontWeight: 400, color: 'text.secondary' }}>{dica}</Box>
          </Box>
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ pl: { xs: 5, sm: 18 }, pr: 5, pt: 0, pb: 4 }}>
        <TabelaDeErros campo={rotuloDoCampo(campo)} erros={erros.slice(0, mostrados)} />
        {erros.length > mostrados ? (
          <Button sx={{ mt: 1, ml: -4 }} onClick={() => setMostrados(mostrados + 50)}>
            {erros.length - mostrados > 50 ? 'Ver mais 50' : `Ver os outros ${numero(erros.length - mostrados)}`}
          </Button>
        ) : (
          total > erros.length && (
            <Box sx={{ mt: 2, color: 'text.secondary' }}>
              Os outros {numero(total - erros.length)} estão na planilha para baixar.
            </Box>
          )
        )}
      </AccordionDetails>
    </Accordion>
  )
}

function TabelaDeErros({ campo, erros }: { campo: string; erros: Erro[] }) {
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        borderSpacing: 0,
        border: `1px solid ${cor.divider}`,
        borderRadius: '8px',
        overflow: 'hidden',
        '& th': { background: cor.surfaceAlt, fontSize: 13, fontWeight: 500, color: 'text.secondary' },
        '& td, & th': { textAlign: 'left', px: 3, height: 34, overflowWrap: 'anywhere' },
        '& td': { borderTop: `1px solid ${cor.rowDivider}`, py: 1 },
        '& td:first-of-type, & th:first-of-type': { textAlign: 'right', width: 64, color: 'text.secondary' },
        // On a phone each row stands as a small card: line and name, then the value, then what to do.
        '@media (max-width: 599.95px)': {
          '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
          '& tr, & td, & tbody': { display: 'block' },
          '& td, & td:first-of-type': { width: 'auto', height: 'auto', textAlign: 'left', borderTop: 0, py: 0.5 },
          '& tr': { borderTop: `1px solid ${cor.rowDivider}`, py: 2 },
          '& td:first-of-type::before': { content: '"Linha "' },
        },
      }}
    >
      <thead>
        <tr>
          <th scope="col">Linha</th>
          <th scope="col">Nome</th>
          <th scope="col">{campo}</th>
          <th scope="col">O que fazer</th>
        </tr>
      </thead>
      <tbody>
        {erros.map((erro) => (
          <tr key={`${erro.linha}-${erro.campo}`}>
            <td>{numero(erro.linha)}</td>
            <Box component="td" sx={{ fontWeight: 500 }}>
              {erro.nome ?? '—'}
            </Box>
            <td>{erro.valor ? <Chip tom="error">{erro.valor}</Chip> : '—'}</td>
            <td>{erro.mensagem}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}
