import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { type RefObject, useState } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { somarDias } from '#domain/data.ts'
import { cor, tons } from '#web/theme.ts'
import { TextField } from '#web/ui/Field.tsx'
import { dia, dinheiro, plural } from '#web/ui/formatos.ts'
import { HelpOutlineOutlined } from '#web/ui/icons/HelpOutlineOutlined.tsx'
import type { Palavra } from './ConferenciaXml.tsx'
import { Lista } from './ListaDocumentos.tsx'
import { dicaDe, tituloDe } from './ocorrencias.ts'
import { diasValidos, MOTIVOS, type Motivo, type porMotivo, queEsperam } from './pendencias.ts'

type Grupos = ReturnType<typeof porMotivo>
interface Props {
  grupos: Grupos
  palavra: Palavra
  aoMudar: (palavra: Partial<Palavra>) => void
  campoDias: RefObject<HTMLInputElement | null>
}

/** The documents that wait for a person's word: one checkbox a reason, over its notes. */
export function Pendencias({ grupos, palavra, aoMudar, campoDias }: Props) {
  const { aceitar, dias } = palavra
  const alternar = (motivo: Motivo, sim: boolean) => {
    const novos = new Set(aceitar)
    if (sim) novos.add(motivo)
    else novos.delete(motivo)
    return novos
  }
  const esperam = queEsperam(grupos.flatMap(({ itens }) => itens)).documentos
  return (
    <Lista
      titulo={`Diga o que fazer com ${plural(esperam, 'nota', 'notas')}`}
      icone={<HelpOutlineOutlined style={{ color: tons.warning.solid }} aria-hidden />}
      total={<Box sx={{ fontSize: 12, color: 'text.secondary' }}>o que ficar desmarcado não é gravado</Box>}
    >
      {grupos.map((grupo) => (
        <Box
          key={grupo.motivo}
          sx={{
            display: 'grid',
            // The same columns for every reason: amounts stand one under the other.
            gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 168px' },
            columnGap: 4,
            rowGap: 2,
            pl: 3,
            pr: 5,
            py: 3,
            borderTop: `1px solid ${cor.divider}`,
            background: aceitar.has(grupo.motivo) ? 'var(--primary-wash)' : undefined,
          }}
        >
          <Motivacao
            grupo={grupo}
            marcado={aceitar.has(grupo.motivo)}
            aoMarcar={(sim) => aoMudar({ aceitar: alternar(grupo.motivo, sim) })}
          />
          {grupo.motivo === 'sem_vencimento' && (
            <Box sx={{ ml: { xs: 10, sm: 0 } }}>
              <TextField
                rotulo="Vencem após"
                sufixo="dias da emissão"
                ref={campoDias}
                value={dias}
                inputMode="numeric"
                onChange={(evento) => {
                  const novos = evento.target.value.replace(/\D/g, '').slice(0, 3)
                  aoMudar({ dias: novos, ...(novos && { aceitar: alternar('sem_vencimento', true) }) })
                }}
                ajuda={vencimentos(grupo.itens, dias)}
              />
            </Box>
          )}
        </Box>
      ))}
    </Lista>
  )
}

const DE_INICIO = 10

interface MotivacaoProps {
  grupo: Grupos[number]
  marcado: boolean
  aoMarcar: (sim: boolean) => void
}

function Motivacao({ grupo: { motivo, itens }, marcado, aoMarcar }: MotivacaoProps) {
  const { titulo, texto } = MOTIVOS[motivo]
  const [mostradas, setMostradas] = useState(DE_INICIO)
  const id = `aceitar-${motivo}`
  return (
    <Box sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
      <Checkbox
        id={id}
        size="small"
        checked={marcado}
        onChange={(_, sim) => aoMarcar(sim)}
        slotProps={{ input: { 'aria-describedby': `${id}-texto` } }}
        sx={{ alignSelf: 'flex-start', mt: -2 }}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box component="label" htmlFor={id} sx={{ display: 'block', fontWeight: 600, cursor: 'pointer' }}>
          {titulo(itens.length)}
        </Box>
        <Box id={`${id}-texto`} sx={{ color: 'text.secondary' }}>
          {texto}
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
          {itens.slice(0, mostradas).map((item) => (
            <Nota key={item.arquivo + item.chave_nfe} item={item} />
          ))}
        </Box>
        {itens.length > mostradas && (
          <Button size="small" sx={{ ml: -3 }} onClick={() => setMostradas(itens.length)}>
            Ver notas: mais {itens.length - mostradas}
          </Button>
        )}
      </Box>
    </Box>
  )
}

function Nota({ item }: { item: ResultadoXml['pendencias'][number] }) {
  const dica = dicaDe(item.mensagem)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr auto', sm: '112px minmax(0, 1fr) auto' },
        columnGap: 3,
        py: 0.5,
      }}
    >
      <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>{tituloDe(item.mensagem) || item.numero}</Box>
      <Box sx={{ gridRow: { xs: 2, sm: 1 }, gridColumn: { sm: 2 }, fontWeight: 500, overflowWrap: 'anywhere' }}>
        {item.cliente}
        {dica && (
          <Box sx={{ fontSize: 12, lineHeight: '16px', fontWeight: 400, color: 'text.secondary' }}>
            A nota diz: {dica}
          </Box>
        )}
      </Box>
      <Box sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{dinheiro(item.valor)}</Box>
    </Box>
  )
}

/** The due days that would result, so that the number of days is seen for what it does. */
function vencimentos(itens: ResultadoXml['pendencias'], dias: string): string | undefined {
  if (!diasValidos(dias)) return undefined
  const dele = [...new Set(itens.map(({ emissao }) => somarDias(emissao, Number(dias))))].sort()
  const [primeira, ultima] = [dele[0], dele.at(-1)]
  if (!primeira || !ultima) return undefined
  if (primeira === ultima) return dia(primeira)
  return dele.length === 2
    ? `${dia(primeira).slice(0, 5)} e ${dia(ultima)}`
    : `${dia(primeira).slice(0, 5)} a ${dia(ultima)}`
}
