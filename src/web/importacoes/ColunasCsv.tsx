import './colunas.css'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { type ReactNode, useMemo, useRef } from 'react'
import type { Codificacao } from '#domain/codificacao.ts'
import { cor } from '#web/theme.ts'
import { plural } from '#web/ui/formatos.ts'
import './importacoes.css'
import { ArrowForwardOutlined } from '#web/ui/icons/ArrowForwardOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { BaixarModelo } from './BaixarModelo.tsx'
import { type Cabeca, ROTULO_DA_CODIFICACAO } from './cabeca.ts'
import { CAMPOS, type Campo, faltam, NAO_IMPORTAR, pareceCom, reconhecer, repetidas, semTitulos } from './campos.ts'
import { SituacaoDaColuna } from './SituacaoDaColuna.tsx'

interface Props {
  cabeca: Cabeca
  campos: Campo[]
  lembrados: boolean
  vincular: boolean
  aoMudar: (parte: { campos?: Campo[]; vincular?: boolean; erro?: string }) => void
  aoReler: (codificacao: Codificacao) => void
  aviso: ReactNode
  aoVoltar: () => void
  aoConferir: () => void
}

/** One row a column of the file: its name, real values, the field it feeds, and whether that is right. */
export function ColunasCsv(props: Props) {
  const { cabeca, campos, lembrados, vincular, aoMudar, aoReler, aviso, aoVoltar, aoConferir } = props
  const lista = useRef<HTMLDivElement>(null)
  const pendencias = pendenciasDe(cabeca, campos)
  const conferir = () => {
    const primeira = pendencias.colunas[0]
    if (pendencias.frases.length === 0) return aoConferir()
    lista.current?.querySelectorAll<HTMLElement>('[role="combobox"]')[primeira ?? 0]?.focus()
  }
  return (
    <>
      <Page>
        {aviso}
        {semTitulos(cabeca) && (
          <Alert severity="warning">
            A primeira linha parece um cliente, e não os títulos das colunas: ela ficaria de fora. Ponha os títulos no
            arquivo e envie-o de novo.
          </Alert>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: '1 1 320px' }}>
            <Box component="h2" sx={{ m: 0, fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
              Ligue cada coluna do arquivo a um campo
            </Box>
            <Box sx={{ color: 'text.secondary' }}>
              {comoForamLigadas(cabeca, campos, lembrados)} O documento identifica o cliente: quem já existe é
              atualizado.
            </Box>
          </Box>
          <EscolhaDaCodificacao cabeca={cabeca} aoReler={aoReler} />
          <BaixarModelo />
        </Box>
        {!cabeca.certa && (
          <Alert severity="warning">
            Não dá para ter certeza de como os acentos foram gravados. Olhe os nomes nas primeiras linhas: se algum
            acento estiver trocado, escolha outra forma em “Acentos”.
          </Alert>
        )}
        <Card ref={lista} component="section" aria-label="Colunas do arquivo" sx={{ flexShrink: 0 }}>
          <Cabecalho />
          {cabeca.cabecalhos.map((_, indice) => (
            <LinhaDaColuna
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name; their place is their identity
              key={indice}
              indice={indice}
              cabeca={cabeca}
              campos={campos}
              aoMudar={(novos) => aoMudar({ campos: novos, erro: '' })}
            />
          ))}
        </Card>
      </Page>
      <RodapePassos
        esquerda={
          <FormControlLabel
            control={<Checkbox size="small" checked={vincular} onChange={(_, sim) => aoMudar({ vincular: sim })} />}
            label="Ficar com os clientes novos na minha carteira"
          />
        }
      >
        <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'warning.main' }}>
          {pendencias.frases[0] && <WarningAmberOutlined size={20} aria-hidden />}
          {pendencias.frases[0]}
        </Box>
        <Button onClick={aoVoltar}>Voltar</Button>
        <Button variant="contained" onClick={conferir}>
          Conferir {cabeca.estimada && 'cerca de '}
          {plural(cabeca.linhasEstimadas, 'linha', 'linhas')}
        </Button>
      </RodapePassos>
    </>
  )
}

const ESCOLHAS: readonly Codificacao[] = ['utf-8', 'windows-1252', 'ibm850']

/** How the accents were saved: what was found, and the others. */
const EscolhaDaCodificacao = ({ cabeca, aoReler }: Pick<Props, 'cabeca' | 'aoReler'>) => (
  <label className="escolha-da-codificacao">
    Acentos
    <select value={cabeca.codificacao} onChange={(evento) => aoReler(evento.target.value as Codificacao)}>
      {ESCOLHAS.map((uma) => (
        <option key={uma} value={uma}>
          {ROTULO_DA_CODIFICACAO[uma]}
        </option>
      ))}
    </select>
  </label>
)

function comoForamLigadas(cabeca: Cabeca, campos: Campo[], lembrados: boolean): string {
  const ligadas = `${campos.filter(Boolean).length} das ${plural(campos.length, 'coluna', 'colunas')}`
  if (lembrados) return `${ligadas} estão ligadas como da última vez.`
  return campos.every((campo, i) => campo === reconhecer(cabeca)[i])
    ? `${ligadas} foram reconhecidas.`
    : `${ligadas} estão ligadas.`
}

/** What stands in the way, in sentences, and the columns where it can be mended: those that look like it first. */
function pendenciasDe(cabeca: Cabeca, campos: Campo[]) {
  const duplas = repetidas(campos)
  const ausentes = faltam(campos)
  const livres = campos.flatMap((campo, i) => (campo === NAO_IMPORTAR ? [i] : []))
  const parecidas = livres.filter((i) => ausentes.some(({ campo }) => pareceCom(cabeca, i, campo)))
  return {
    frases: [
      ...(duplas.size > 0 ? [`${plural(duplas.size, 'coluna', 'colunas')} com o mesmo campo`] : []),
      ...ausentes.map(({ porque }) => porque),
    ],
    colunas: [...duplas, ...parecidas, ...livres],
  }
}

const COLUNAS = { xs: '1fr', md: 'minmax(120px, 1fr) minmax(0, 2.2fr) 24px 224px 216px' }
const TITULOS = ['Coluna do arquivo', 'Primeiras linhas', '', 'Campo', 'Situação']

const Cabecalho = () => (
  <Box
    aria-hidden
    sx={{
      display: { xs: 'none', md: 'grid' },
      gridTemplateColumns: COLUNAS,
      gap: 3,
      px: 5,
      height: 40,
      alignItems: 'center',
      background: cor.surfaceAlt,
      fontSize: 13,
      fontWeight: 500,
      color: 'text.secondary',
    }}
  >
    {TITULOS.map((titulo) => (
      <span key={titulo}>{titulo}</span>
    ))}
  </Box>
)

const AMOSTRAS = 3

interface LinhaProps {
  indice: number
  cabeca: Cabeca
  campos: Campo[]
  aoMudar: (campos: Campo[]) => void
}

function LinhaDaColuna({ indice, cabeca, campos, aoMudar }: LinhaProps) {
  const nome = cabeca.cabecalhos[indice] || `Coluna ${indice + 1}`
  const amostras = cabeca.linhas.slice(0, AMOSTRAS).map((linha) => linha[indice]?.trim() || '—')
  const reconhecidos = useMemo(() => reconhecer(cabeca), [cabeca])
  const repetida = repetidas(campos).has(indice)
  return (
    <Box
      role="group"
      aria-label={nome}
      sx={{
        display: 'grid',
        gridTemplateColumns: COLUNAS,
        columnGap: 3,
        rowGap: 1,
        alignItems: 'center',
        px: { xs: 4, sm: 5 },
        py: { xs: 3, md: 1.5 },
        minHeight: 52,
        borderTop: `1px solid ${cor.rowDivider}`,
      }}
    >
      <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{nome}</Box>
      <Box sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {amostras.join(' · ') || '—'}
      </Box>
      <ArrowForwardOutlined size={20} className="coluna-seta" aria-hidden />
      <Select
        size="small"
        displayEmpty
        error={repetida}
        value={campos[indice] ?? NAO_IMPORTAR}
        onChange={(evento) =>
          aoMudar(campos.map((campo, i) => (i === indice ? (evento.target.value as Campo) : campo)))
        }
        sx={{ height: 36, color: campos[indice] === NAO_IMPORTAR ? 'text.secondary' : undefined }}
        SelectDisplayProps={{ 'aria-label': `Campo da coluna ${nome}`, 'aria-invalid': repetida } as object}
      >
        <MenuItem value={NAO_IMPORTAR}>Não importar</MenuItem>
        {CAMPOS.map((campo) => (
          <MenuItem key={campo.valor} value={campo.valor}>
            {campo.rotulo}
          </MenuItem>
        ))}
      </Select>
      <SituacaoDaColuna indice={indice} cabeca={cabeca} campos={campos} reconhecidos={reconhecidos} />
    </Box>
  )
}
