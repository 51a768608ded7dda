/**
 * The one inline script of every page. Constant text, so that one hash in the Content-Security-Policy admits it and
 * pages are the same for everybody. It brings React after `load`, when the browser is idle, or at once when somebody
 * touches a `[data-enhanced]` area; on pages that ask for it only then. It brings nothing with Save-Data or on 2g.
 * Browsers without `Array.prototype.at` (Chrome before 92, Safari before 15.4) keep the page that the server sent.
 * Clicks on `[data-replay]` wait for React; when it can't come they go on as the plain form or link they are.
 *
 * Depends on Remix 2's client globals: see docs/decisions/0004-react-arrives-late.md and tests/rules/arrival.test.ts.
 */
export const HYDRATION_LOADER = `(()=>{
const w=window,d=document,e=d.getElementById("page-data"),c=navigator.connection||{},clicks=[];let arriving;
if(!e||![].at||c.saveData||/2g/.test(c.effectiveType))return;
const j=JSON.parse(e.textContent),on=(t,f)=>addEventListener(t,f,true);
const click=v=>{const b=v.target.closest&&v.target.closest("[data-replay]");if(b){v.preventDefault();v.stopPropagation();clicks.push(b);arrive();setTimeout(again,5e3)}};
const again=()=>{removeEventListener("click",click,true);clicks.splice(0).forEach((b,i)=>setTimeout(()=>b.isConnected&&b.click(),i))};
const arrive=()=>arriving||(arriving=(async()=>{
for(const h of j.preload){const l=d.createElement("link");l.rel="modulepreload";l.href=h;d.head.append(l)}
w.__remixContext=j.context;
w.__remixContext.stream=new ReadableStream({start(s){s.enqueue(new TextEncoder().encode(j.stream));s.close()}});
const m=w.__remixRouteModules={};
if(j.hmr)await import(j.hmr);
await Promise.all([import(j.manifest),...Object.entries(j.modules).map(async([k,u])=>{m[k]=await import(u)})]);
await import(j.entry)})().catch(again));
for(const t of["pointerover","pointerdown","keydown","focusin"])on(t,v=>{if(v.target.closest&&v.target.closest("[data-enhanced]"))arrive()});
on("click",click);
on("hydrated",again);
if(!j.eager)return;
const idle=()=>(w.requestIdleCallback||(f=>setTimeout(f,200)))(arrive,{timeout:4000});
d.readyState==="complete"?idle():addEventListener("load",idle)
})()`.replaceAll('\n', '')
