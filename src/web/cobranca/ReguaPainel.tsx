import AddOutlined from '@mui/icons-material/AddOutlined'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import { ErroDaApi, fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Entrada, Escolha } from '#web/ui/entradas.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { reguaQuery, useAcoesCobranca } from './cobranca.api.ts'

const TIPOS = [
  { valor: 'lembrete', rotulo: 'Lembrete' },
  { valor: 'vencimento', rotulo: 'Vencimento' },
  { valor: 'atraso', rotulo: 'Atraso' },
  { valor: 'atraso_grave', rotulo: 'Atraso firme' },
] as const
type Passo = Regua['passos'][number]

/** Which message goes how many days from the due day, in which hours, with which charges. */
export function ReguaPainel() {
  const { data, error, refetch } = useQuery(reguaQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir a régua" erro={error} aoTentar={() => void refetch()} />
  if (!data)
    return (
      <Page>
        <Skeleton variant="rounded" height={480} />
      </Page>
    )
  return <Editor key={JSON.stringify(data)} salva={data} />
}

function Editor({ salva }: { salva: Regua }) {
  const [regua, setRegua] = useState(salva)
  const { salvarRegua } = useAcoesCobranca()
  const mudou = JSON.stringify(regua) !== JSON.stringify(salva)
  const mudar = (parte: Partial<Regua>) => setRegua({ ...regua, ...parte })
  const salvar = () =>
    salvarRegua.mutate(
      { ...regua, passos: regua.passos.map(({ id, ...passo }) => (id > 0 ? { id, ...passo } : passo)) },
      { onSuccess: () => avisar('Régua salva. Vale a partir da próxima execução.') },
    )
  return (
    <Page largura={960}>
      <Passos passos={regua.passos} aoMudar={(passos) => mudar({ passos })} />
      <Limites regua={regua} aoMudar={mudar} />
      <Feriados regua={regua} aoMudar={(feriados) => mudar({ feriados })} />
      {salvarRegua.error && <Alert severity="error">{frases(salvarRegua.error)}</Alert>}
      {mudou && (
        <Box
          role="region"
          aria-label="Mudanças não salvas"
          sx={{
            position: 'sticky',
            bottom: 16,
            zIndex: 2,
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            minHeight: 48,
            px: 4,
            borderRadius: 2,
            background: cor.ink,
            color: '#FFF',
          }}
        >
          <span>Há mudanças não salvas na régua.</span>
          <Button sx={{ ml: 'auto', color: cor.inkAction }} onClick={() => setRegua(salva)}>
            Descartar
          </Button>
          <Button variant="contained" loading={salvarRegua.isPending} onClick={salvar}>
            Salvar régua
          </Button>
        </Box>
      )}
    </Page>
  )
}

const frases = (erro: unknown) =>
  erro instanceof ErroDaApi && Object.keys(erro.campos).length > 0
    ? [...new Set(Object.values(erro.campos).flat())].join(' ')
    : fraseDe(erro)

function Passos({ passos, aoMudar }: { passos: Passo[]; aoMudar: (passos: Passo[]) => void }) {
  const trocar = (i: number, parte: Partial<Passo>) =>
    aoMudar(passos.map((passo, j) => (i === j ? { ...passo, ...parte } : passo)))
  const novo = () =>
    aoMudar([
      ...passos,
      { id: -passos.length - 1, dias: Math.max(0, ...passos.map(({ dias }) => dias)) + 5, tipo: 'atraso', ativo: true },
    ])
  return (
    <Secao titulo="Passos" texto="Dias em relação ao vencimento: negativos são antes, 0 é o dia, positivos são depois.">
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1 }}>
        {passos.map((passo, i) => (
          <Box
            component="li"
            key={passo.id}
            sx={{
              display: 'grid',
              gap: 3,
              alignItems: 'start',
              gridTemplateColumns: { xs: '1fr 1fr', sm: '120px 1fr 120px 40px' },
              opacity: passo.ativo ? 1 : 0.7,
            }}
          >
            <Entrada
              rotulo="Dias"
              type="number"
              value={passo.dias}
              onChange={(e) => trocar(i, { dias: Number.parseInt(e.target.value, 10) || 0 })}
            />
            <Escolha
              rotulo="Modelo"
              valor={passo.tipo}
              opcoes={TIPOS}
              aoMudar={(tipo) => trocar(i, { tipo: tipo as Passo['tipo'] })}
            />
            <FormControlLabel
              sx={{ mt: '22px' }}
              control={<Switch checked={passo.ativo} onChange={(_, ativo) => trocar(i, { ativo })} />}
              label={passo.ativo ? 'Ligado' : 'Desligado'}
            />
            <IconButton
              aria-label={`Remover o passo de ${passo.dias} dias`}
              sx={{ mt: '22px' }}
              onClick={() => aoMudar(passos.filter((_, j) => j !== i))}
            >
              <DeleteOutlined sx={{ fontSize: 20 }} />
            </IconButton>
          </Box>
        ))}
      </Box>
      <Box>
        <Button startIcon={<AddOutlined />} onClick={novo}>
          Novo passo
        </Button>
      </Box>
    </Secao>
  )
}

function Limites({ regua, aoMudar }: { regua: Regua; aoMudar: (parte: Partial<Regua>) => void }) {
  const hora = (nome: keyof Regua['horario'], rotulo: string) => (
    <Entrada
      rotulo={rotulo}
      type="time"
      value={regua.horario[nome]}
      onChange={(e) => aoMudar({ horario: { ...regua.horario, [nome]: e.target.value } })}
    />
  )
  const numero = (
    nome: 'max_tentativas' | 'intervalo_minimo_dias' | 'multa_percentual' | 'juros_percentual_mes',
    rotulo: string,
    sufixo: string,
    ajuda: string,
  ) => (
    <Entrada
      rotulo={rotulo}
      type="number"
      sufixo={sufixo}
      ajuda={ajuda}
      value={regua[nome]}
      atributos={{ step: nome.includes('percentual') ? 0.01 : 1, min: 0 }}
      onChange={(e) => aoMudar({ [nome]: Number(e.target.value) })}
    />
  )
  return (
    <Secao
      titulo="Horário, limites e encargos"
      texto="Nunca aos domingos e feriados. A lei de São Paulo permite de segunda a sexta das 8h às 20h e sábado das 8h às 14h."
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}>
        {hora('inicio', 'Segunda a sexta, de')}
        {hora('fim', 'até')}
        {hora('sabado_inicio', 'Sábado, de')}
        {hora('sabado_fim', 'até')}
        {numero('max_tentativas', 'Tentativas sem resposta', 'mensagens', 'Depois, vai para a fila.')}
        {numero('intervalo_minimo_dias', 'Intervalo mínimo', 'dias', '0 não limita.')}
        {numero('multa_percentual', 'Multa', '%', 'Uma vez, no atraso.')}
        {numero('juros_percentual_mes', 'Juros', '% ao mês', 'Simples, por dia.')}
      </Box>
      <FormControlLabel
        control={<Switch checked={regua.dias_uteis} onChange={(_, dias_uteis) => aoMudar({ dias_uteis })} />}
        label="Contar os passos em dias úteis"
      />
    </Secao>
  )
}

function Feriados({ regua, aoMudar }: { regua: Regua; aoMudar: (feriados: string[]) => void }) {
  const [novo, setNovo] = useState('')
  const incluir = () => {
    if (novo) aoMudar([...new Set([...regua.feriados, novo])].sort())
    setNovo('')
  }
  return (
    <Secao titulo="Feriados" texto="Os nacionais já estão incluídos. Acrescente os do seu estado e da sua cidade.">
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
        <Box sx={{ width: 200 }}>
          <Entrada rotulo="Novo feriado" type="date" value={novo} onChange={(e) => setNovo(e.target.value)} />
        </Box>
        <Button variant="outlined" sx={{ mt: '22px' }} disabled={!novo} onClick={incluir}>
          Incluir
        </Button>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {regua.feriados.map((feriado) => (
          <Button
            key={feriado}
            size="small"
            variant="outlined"
            onClick={() => aoMudar(regua.feriados.filter((outro) => outro !== feriado))}
            aria-label={`Remover ${dia(feriado)}`}
          >
            {dia(feriado)} ×
          </Button>
        ))}
        {regua.feriados_nacionais.map((feriado) => (
          <Chip key={feriado} tom="neutral">
            {dia(feriado)}
          </Chip>
        ))}
      </Box>
    </Secao>
  )
}

function Secao({ titulo, texto, children }: { titulo: string; texto: string; children: ReactNode }) {
  return (
    <Card component="section" aria-label={titulo} sx={{ p: 5, display: 'grid', gap: 4 }}>
      <Box>
        <Typography variant="h2">{titulo}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>{texto}</Typography>
      </Box>
      {children}
    </Card>
  )
}
