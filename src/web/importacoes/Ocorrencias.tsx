import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { cor } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { numero } from '#web/ui/formatos.ts'
import { Lista } from './ListaDocumentos.tsx'
import { agruparOcorrencias, comMaiuscula, comNumeros, type Grupo, tituloDe } from './ocorrencias.ts'
import { VerConta } from './VerConta.tsx'

interface Props {
  titulo: string
  itens: ResultadoXml['avisos']
  tom: 'warning' | 'error'
  icone: ReactNode
}

const POR_VEZ = 50

/** What to look at: each reason once, with how many documents it is about, and which. */
export function Ocorrencias({ titulo, itens, tom, icone }: Props) {
  const [mostrados, setMostrados] = useState(POR_VEZ)
  if (itens.length === 0) return null
  const grupos = agruparOcorrencias(itens)
  return (
    <Lista titulo={titulo} icone={icone} total={<Chip tom={tom}>{numero(itens.length)}</Chip>}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {grupos.slice(0, mostrados).map((grupo) => (
          <Ocorrencia
            key={grupo.frase + grupo.itens[0]?.arquivo}
            grupo={grupo}
            contado={grupos.length < itens.length}
          />
        ))}
      </Box>
      {grupos.length > mostrados && (
        <Button sx={{ m: 2 }} onClick={() => setMostrados(mostrados + POR_VEZ)}>
          Ver mais {numero(Math.min(POR_VEZ, grupos.length - mostrados))}
        </Button>
      )}
    </Lista>
  )
}

function Ocorrencia({ grupo: { frase, itens }, contado }: { grupo: Grupo; contado: boolean }) {
  const [aberta, setAberta] = useState(false)
  const varios = itens.length > 1
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 3,
        alignItems: 'flex-start',
        px: 5,
        py: 2.5,
        borderTop: `1px solid ${cor.rowDivider}`,
        overflowWrap: 'anywhere',
      }}
    >
      {contado && (
        <Box sx={{ minWidth: 20, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{numero(itens.length)}</Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {comNumeros(comMaiuscula(frase))}
        {varios ? (
          <Button
            size="small"
            aria-expanded={aberta}
            onClick={() => setAberta(!aberta)}
            sx={{ minHeight: 24, p: 0, ml: 1, verticalAlign: 'baseline' }}
          >
            {aberta ? 'Ocultar' : `Ver os ${numero(itens.length)}`}
          </Button>
        ) : (
          <Arquivo nome={itens[0]?.arquivo ?? ''} />
        )}
        {varios && aberta && (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
            {itens.map((item) => (
              <Box component="li" key={item.arquivo + item.chave_nfe} sx={{ py: 0.5 }}>
                <Arquivo nome={`${tituloDe(item.mensagem)} ${item.arquivo}`.trim()} />
              </Box>
            ))}
          </Box>
        )}
      </Box>
      {/já importada/.test(frase) && <VerConta mensagem={frase} />}
    </Box>
  )
}

const Arquivo = ({ nome }: { nome: string }) => (
  <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{nome}</Box>
)
