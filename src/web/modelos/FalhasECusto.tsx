import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import type { DesempenhoModelo } from '#contract/modelos.ts'
import { cor } from '#web/theme.ts'
import { numero } from '#web/ui/formatos.ts'
import { Quadro } from '#web/ui/Quadro.tsx'
import { custoTotal, motivosDeFalha } from './desempenho.ts'
import { categoriaEmPalavras } from './palavras.ts'

interface Props {
  desempenho: DesempenhoModelo[] | undefined
}

/** Why messages did not go out or did not arrive, in Meta's reasons said in words, the most frequent first. */
export function Falhas({ desempenho }: Props) {
  const motivos = desempenho && motivosDeFalha(desempenho)
  return (
    <Quadro titulo="Por que falharam">
      <Linhas vazio="Nada falhou neste período.">
        {motivos?.map(({ tipo, titulo, codigo, mensagem, total }) => (
          <Linha key={`${tipo} ${codigo}`} total={total}>
            {mensagem}
            <Box sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3 }}>
              {titulo} · código {codigo}
            </Box>
          </Linha>
        ))}
      </Linhas>
    </Quadro>
  )
}

/** By Meta's own pricing of each message: what it charges, by category, and what it does not. */
export function Custo({ desempenho }: Props) {
  const custo = desempenho && custoTotal(desempenho)
  return (
    <Quadro titulo="O que a Meta cobra">
      <Linhas vazio="">
        {custo && [
          ...Object.entries(custo.cobradas).map(([categoria, total]) => (
            <Linha key={categoria} total={total}>
              Cobradas como {categoriaEmPalavras(categoria).toLowerCase()}
            </Linha>
          )),
          <Linha key="gratuitas" total={custo.gratuitas}>
            Gratuitas, dentro da janela de 24 h
          </Linha>,
          custo.sem_informacao > 0 && (
            <Linha key="sem" total={custo.sem_informacao}>
              Sem informação da Meta
            </Linha>
          ),
        ]}
      </Linhas>
      <Box sx={{ px: 5, pb: 5, fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
        A Meta cobra por mensagem entregue, e o preço depende da categoria: veja a tabela do seu país em Cobrança, no
        Gerenciador do WhatsApp.
      </Box>
    </Quadro>
  )
}

function Linhas({ vazio, children }: { vazio: string; children: ReactNode[] | undefined }) {
  if (!children) return <Skeleton variant="rounded" height={72} sx={{ mx: 5, my: 3 }} />
  if (children.length === 0) return <Box sx={{ px: 5, pt: 2, pb: 5, color: 'text.secondary' }}>{vazio}</Box>
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 5, py: 2 }}>
      {children}
    </Box>
  )
}

const Linha = ({ total, children }: { total: number; children: ReactNode }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      gap: 4,
      justifyContent: 'space-between',
      py: 2,
      '& + &': { borderTop: `1px solid ${cor.rowDivider}` },
    }}
  >
    <Box sx={{ minWidth: 0 }}>{children}</Box>
    <Box sx={{ fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>{numero(total)}</Box>
  </Box>
)
