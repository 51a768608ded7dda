/**
 * The inline script of every page. Its text is constant, so that one hash in the Content-Security-Policy allows it; `data-entry` on its
 * element names the entry to import.
 *
 * - It imports the entry after `load`, when the browser is idle, if the page has an area with `data-arrival=idle` and the connection
 *   is good; otherwise on the first interaction with an area, a menu or a form that posts.
 * - Clicks on `[data-replay]` wait for their area. If it fails to load, the click goes on as a plain form or link.
 * - Before that, it scrolls the current entry of the account navigation into view on phones.
 */
export const HYDRATION_LOADER = `(()=>{
const d=document,s=d.currentScript,c=navigator.connection||{};let entry;
const first=d.querySelector("[autofocus]");if(first)first.focus();
const here=d.querySelector(".profile-nav [aria-current]");if(here)here.closest("ul").scrollLeft=here.offsetLeft-16;
addEventListener("pageshow",v=>{if(v.persisted)d.querySelectorAll("form[autocomplete=off]").forEach(f=>f.closest("[data-live]")||f.reset())});
if(!s.dataset.entry||![].flatMap||!self.AbortController||!d.append)return;
const on=(t,f)=>addEventListener(t,f,true),near=(n,q)=>n.closest&&n.closest(q);
const come=a=>(entry=entry||(s.dataset.hmr?import(s.dataset.hmr):Promise.resolve()).then(()=>import(s.dataset.entry))).then(()=>self.hydrate(a));
["pointerover","pointerdown","keydown","focusin","change"].forEach(t=>on(t,v=>{
const a=near(v.target,"[data-area]");
if(a?a.dataset.live==null&&a.dataset.plain==null:!entry&&near(v.target,"form[method=post],header details"))come(a).catch(()=>{if(a)a.dataset.plain=""})}));
on("click",v=>{
const b=near(v.target,"[data-replay]"),a=b&&near(b,"[data-area]");
if(!a||a.dataset.live!=null||a.dataset.plain!=null)return;
v.preventDefault();v.stopPropagation();let gone;
const go=()=>{if(gone)return;gone=1;if(a.dataset.live==null)a.dataset.plain="";if(b.isConnected)b.click()};
come(a).then(go,go);setTimeout(go,5e3)});
if(c.saveData||/2g|3g/.test(c.effectiveType)||navigator.deviceMemory<1||!d.querySelector("[data-arrival=idle]"))return;
const idle=()=>(self.requestIdleCallback||(f=>setTimeout(f,200)))(()=>come(null).catch(()=>{}),{timeout:4000});
d.readyState==="complete"?idle():addEventListener("load",idle)
})()`.replaceAll('\n', '')
