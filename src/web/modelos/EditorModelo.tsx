import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, useRef } from 'react'
import type { Modelo } from '#contract/modelos.ts'
import { EXEMPLOS, MAXIMO, precisaAprovacao, problemasDoTexto, VARIAVEIS, type Valores } from '#domain/modelo.ts'
import { problemasDasPartes } from '#domain/partes.ts'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor, tons } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, numero, plural } from '#web/ui/formatos.ts'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { CheckOutlined } from '#web/ui/icons/CheckOutlined.tsx'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { StatusChip, situacaoModelo } from '#web/ui/StatusChip.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { CampoVariaveis, type CampoVariaveisAcoes } from './CampoVariaveis.tsx'
import { parte } from './desempenho.ts'
import { desempenhoQuery, useAcoesModelos } from './modelos.api.ts'
import { PartesDoModelo } from './PartesDoModelo.tsx'
import { categoriaEmPalavras, cuidados, qualidadeEmPalavras } from './palavras.ts'
import { type Escrito, mesmoEscrito } from './partes.ts'
import { diasDoPeriodo } from './periodo.ts'

const VersoesDialog = lazy(() => import('./VersoesDialog.tsx').then((m) => ({ default: m.VersoesDialog })))

interface Props {
  modelo: Modelo
  /** What is being written; without changes, the model's own. */
  escrito: Escrito
  valores: Valores | undefined
  /** How often the cadence sends it. */
  uso: string | undefined
  aoMudar: (escrito: Escrito | undefined) => void
}

/** One text: written with variables, judged by Meta's rules while one types, sent for review when saved. */
export function EditorModelo({ modelo, escrito, valores, uso, aoMudar }: Props) {
  const campo = useRef<CampoVariaveisAcoes>(null)
  const celular = useMedia('(max-width: 599.95px)')
  const { salvar } = useAcoesModelos()
  const aprovacao = precisaAprovacao(modelo.tipo)
  const { texto } = escrito
  const problemas = problemasDoTexto(texto, aprovacao)
  const dasPartes = problemasDasPartes(escrito, valores ? valores.pix : EXEMPLOS.pix)
  const qualidade = qualidadeEmPalavras(modelo)
  const mudou = !mesmoEscrito(escrito, modelo)
  const gravar = () =>
    salvar.mutate(
      { tipo: modelo.tipo, ...escrito },
      {
        onSuccess: (salvo) => {
          aoMudar(undefined)
          avisar(
            salvo.situacao === 'pendente'
              ? `“${modelo.titulo}” está em análise na Meta.`
              : `“${modelo.titulo}” foi salvo.`,
          )
        },
      },
    )
  return (
    <Card
      component="section"
      aria-label={`Modelo ${modelo.titulo}`}
      sx={{
        p: { xs: 4, sm: 5 },
        pb: '0 !important',
        display: 'flex',
        flexDirection: 'column',
        gap: 4,
        minWidth: 0,
        overflow: 'clip',
      }}
    >
      <Box sx={{ minHeight: 62 }}>
        <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', minHeight: 26 }}>
          <Typography variant="h2" sx={{ minWidth: 0, flex: 1 }}>
            {modelo.titulo}
          </Typography>
          {mudou ? (
            <Chip tom="warning" icone={EditOutlined}>
              Alteração não salva
            </Chip>
          ) : (
            <StatusChip de={situacaoModelo[modelo.situacao]} />
          )}
        </Box>
        <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
          {[
            `${categoriaEmPalavras(modelo.categoria)}, ${modelo.idioma}`,
            `versão ${modelo.versao}`,
            qualidade && `qualidade ${qualidade}`,
            uso,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
        {aprovacao && <Desempenho tipo={modelo.tipo} />}
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography component="h3" sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}>
          Texto
        </Typography>
        <CampoVariaveis
          acoes={campo}
          rotulo={`Texto do modelo ${modelo.titulo}`}
          texto={texto}
          aoMudar={(novo) => aoMudar({ ...escrito, texto: novo })}
          erro={problemas.length > 0}
          descritoPor="modelo-regra"
        />
        <Box sx={{ display: 'flex', gap: 3, minHeight: 20, fontSize: 13, lineHeight: '20px' }}>
          <Box
            id="modelo-regra"
            role="status"
            sx={{ display: 'flex', gap: 1, color: problemas.length ? 'error.main' : tons.success.texto }}
          >
            {problemas.length === 0 && <CheckOutlined size={18} aria-hidden />}
            {problemas[0] ??
              (aprovacao
                ? 'A Meta aceita esta forma: não começa nem termina em variável'
                : 'Vai como texto livre, dentro da conversa')}
          </Box>
          <Box
            sx={{ ml: 'auto', whiteSpace: 'nowrap', color: texto.length > MAXIMO ? 'error.main' : cor.text3 }}
            aria-label={`${numero(texto.length)} caracteres de ${numero(MAXIMO)}`}
          >
            {numero(texto.length)} de {numero(MAXIMO)}
          </Box>
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography component="h3" sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}>
          Inserir variável
        </Typography>
        <Box
          role="group"
          aria-label="Inserir variável"
          sx={{
            display: 'flex',
            flexWrap: { xs: 'nowrap', sm: 'wrap' },
            gap: 2,
            mx: { xs: -4, sm: 0 },
            px: { xs: 4, sm: 0 },
            py: { xs: 1, sm: 0 },
            overflowX: { xs: 'auto', sm: 'visible' },
          }}
        >
          {VARIAVEIS.map((variavel) => (
            <Button
              key={variavel}
              size="small"
              variant="outlined"
              startIcon={<AddOutlined style={{ color: cor.primaryDark }} />}
              // The caret stays where it is in the text.
              onMouseDown={(evento) => evento.preventDefault()}
              onClick={() => campo.current?.inserir(variavel)}
              sx={{
                px: '10px',
                flexShrink: 0,
                minHeight: { xs: 44, md: 30 },
                py: '3px',
                borderColor: cor.divider,
                '& .MuiButton-startIcon': { ml: '-2px', mr: '6px' },
              }}
            >
              {variavel}
              <Box
                component="span"
                sx={{
                  ml: 2,
                  maxWidth: 112,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  fontWeight: 400,
                  color: 'text.secondary',
                }}
              >
                {valores?.[variavel] || '—'}
              </Box>
            </Button>
          ))}
        </Box>
      </Box>
      {aprovacao && (
        <PartesDoModelo
          partes={escrito}
          problema={dasPartes[0]}
          aoMudar={(partes) => aoMudar({ ...escrito, ...partes, botoes: [...partes.botoes] })}
        />
      )}
      <Box sx={{ mt: 'auto', display: 'grid', gap: 3 }}>
        {salvar.error && <Alert severity="error">{fraseDe(salvar.error)}</Alert>}
        {cuidados(modelo).map(({ tom, titulo, oQueFazer }) => (
          <Aviso key={titulo} tom={tom}>
            <b style={{ fontWeight: 600 }}>{titulo}</b> {oQueFazer}
          </Aviso>
        ))}
        <OQueSai modelo={modelo} mudou={mudou} />
      </Box>
      <Box className="acoes-a-vista" sx={ACOES}>
        <Button
          onClick={() => void abrir((fechar) => <VersoesDialog modelo={modelo} aoUsar={aoMudar} aoFechar={fechar} />)}
        >
          {celular ? 'Versões' : 'Ver versões'} ({modelo.versao})
        </Button>
        <Box sx={{ display: 'flex', gap: { xs: 0, sm: 2 }, ml: 'auto' }}>
          <Button disabled={!mudou} onClick={() => aoMudar(undefined)}>
            Descartar
          </Button>
          <Button
            variant="contained"
            disabled={!mudou || problemas.length + dasPartes.length > 0}
            loading={salvar.isPending}
            onClick={gravar}
          >
            {aprovacao ? (celular ? 'Salvar e enviar' : 'Salvar e enviar para análise') : 'Salvar'}
          </Button>
        </Box>
      </Box>
    </Card>
  )
}

/** In sight however long the text is: who changed something sees what to do with it. */
const ACOES = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  mx: { xs: -4, sm: -5 },
  px: { xs: 2, sm: 5 },
  py: 3,
  pl: { xs: 0, sm: 1 },
  background: 'var(--surface)',
  borderTop: `1px solid ${cor.rowDivider}`,
  borderRadius: '0 0 12px 12px',
} as const

/** What became of it of late, in a line that leads to the figures. */
function Desempenho({ tipo }: Pick<Modelo, 'tipo'>) {
  const { data } = useQuery(desempenhoQuery(diasDoPeriodo('30', hoje())))
  const um = data?.data.find((outro) => outro.tipo === tipo)
  return (
    <Box sx={{ fontSize: 13, lineHeight: '18px', minHeight: 18, color: 'text.secondary' }}>
      {um &&
        (um.enviadas === 0 ? (
          'Não saiu nos últimos 30 dias.'
        ) : (
          <>
            Em 30 dias: {plural(um.enviadas, 'enviada', 'enviadas')}, {parte(um.lidas, um.enviadas)} lidas,{' '}
            {parte(um.pagas, um.enviadas)} pagas em 3 dias.{' '}
            <Link className="ligacao" to="/admin/mensagens" search={{ aba: 'desempenho' } as never}>
              Ver desempenho
            </Link>
          </>
        ))}
    </Box>
  )
}

/** What is being sent meanwhile: the question of everyone who changes a text. */
function OQueSai({ modelo, mudou }: { modelo: Modelo; mudou: boolean }) {
  const aprovacao = precisaAprovacao(modelo.tipo)
  const emVigor = modelo.aprovado_em ? `a versão aprovada em ${dia(modelo.aprovado_em.slice(0, 10))}` : null
  const enquanto = emVigor ? `a régua segue com ${emVigor}` : 'nada sai com este modelo'
  if (modelo.situacao === 'rejeitado' && !mudou)
    return (
      <Aviso tom="error">
        A Meta recusou este texto: {modelo.motivo ?? 'sem dizer o motivo.'} Corrija e salve de novo. Até lá, {enquanto}.
      </Aviso>
    )
  if (modelo.situacao === 'pausado' && !mudou)
    return (
      <Aviso tom="warning">
        A Meta pausou este modelo: {modelo.motivo ?? 'sem dizer o motivo.'} Nada sai com ele até ela liberar ou até um
        texto novo ser aprovado.
      </Aviso>
    )
  if (mudou)
    return (
      <Aviso tom="info">
        {aprovacao
          ? `O texto novo vai para análise da Meta. Até lá, ${enquanto}.`
          : 'O texto novo passa a valer assim que for salvo.'}
      </Aviso>
    )
  if (aprovacao && modelo.situacao === 'pendente')
    return <Aviso tom="info">Em análise na Meta, que costuma responder em minutos. Até lá, {enquanto}.</Aviso>
  if (aprovacao && modelo.situacao === 'local')
    return (
      <Aviso tom="warning">
        {modelo.motivo ?? 'Este texto ainda não foi para a Meta.'} O sistema tenta de novo sozinho. Até lá, {enquanto}.
      </Aviso>
    )
  return null
}

function Aviso({ tom, children }: { tom: 'info' | 'warning' | 'error'; children: ReactNode }) {
  return (
    <Alert
      severity={tom}
      sx={{ background: tons[tom].fundo, color: tons[tom].texto, '& .MuiAlert-icon': { color: tons[tom].solid } }}
    >
      {children}
    </Alert>
  )
}

/** "3 passos da régua · até 981 envios em 30 dias". */
export const usoDoModelo = (passos: number, envios: number | undefined) =>
  [
    passos > 0 ? `${plural(passos, 'passo', 'passos')} da régua` : null,
    passos > 0 && envios !== undefined ? `até ${plural(envios, 'envio', 'envios')} em 30 dias` : null,
  ]
    .filter(Boolean)
    .join(' · ') || undefined
